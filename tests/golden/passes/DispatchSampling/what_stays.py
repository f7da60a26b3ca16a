# test: opt --passes=DispatchSampling --remarks
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(p: R.Tensor(dtype="float32", ndim=2), u: R.Tensor((6, 1), "float32"), i: R.Tensor((6, 1), "int64")):
    a = R.multinomial_from_uniform(p, u, i)
    return a

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(p: R.Tensor(dtype="float32", ndim=2), u: R.Tensor((6, 1), dtype="float32"), i: R.Tensor((6, 1), dtype="int64")) -> R.Tensor(dtype="int64", ndim=2):
#|     a: R.Tensor(dtype="int64", ndim=2) = R.multinomial_from_uniform(p, u, i, dtype="int64")
#|     return a
#| what_stays.py:6:9: remark: DispatchSampling: a shape or dtype is not known, or the device is no CPU [R0101]
#|         a = R.multinomial_from_uniform(p, u, i)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
