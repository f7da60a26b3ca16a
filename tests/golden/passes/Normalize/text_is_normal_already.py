# test: opt --passes=Normalize
# Reading gives nested calls names and merges blocks; nothing is left to do.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2,), "float32")):
    with R.dataflow():
        a = R.exp(R.log(x))
        R.output(a)
    with R.dataflow():
        b = R.negative(a)
        R.output(b)
    return R.add(a, b)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     with R.dataflow():
#|         lv: R.Tensor((2,), dtype="float32") = R.log(x)
#|         a: R.Tensor((2,), dtype="float32") = R.exp(lv)
#|         b: R.Tensor((2,), dtype="float32") = R.negative(a)
#|         R.output(a, b)
#|     gv: R.Tensor((2,), dtype="float32") = R.add(a, b)
#|     return gv
