# test: opt --passes=DispatchSampling --remarks
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(p: R.Tensor(dtype="float32", ndim=2), u: R.Tensor((6, 1), "float32"), i: R.Tensor((6, 1), "int64"), q: R.Tensor((2, 4), "float32")):
    a = R.multinomial_from_uniform(p, u, i)
    b = R.multinomial_from_uniform(q, u, i, dtype="void")
    return (a, b)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(p: R.Tensor(dtype="float32", ndim=2), u: R.Tensor((6, 1), dtype="float32"), i: R.Tensor((6, 1), dtype="int64"), q: R.Tensor((2, 4), dtype="float32")) -> R.Tuple(R.Tensor(dtype="int64", ndim=2), R.Tensor((6, 1))):
#|     a: R.Tensor(dtype="int64", ndim=2) = R.multinomial_from_uniform(p, u, i, dtype="int64")
#|     b: R.Tensor((6, 1)) = R.multinomial_from_uniform(q, u, i, dtype="void")
#|     return (a, b)
#| what_stays.py:6:9: remark: DispatchSampling: a shape or dtype is not known, or the device is no CPU [R0101]
#|         a = R.multinomial_from_uniform(p, u, i)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_stays.py:7:9: remark: DispatchSampling: a shape or dtype is not known, or the device is no CPU [R0101]
#|         b = R.multinomial_from_uniform(q, u, i, dtype="void")
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
