# test: opt --passes=ConvertToDataflow
# A block that is there stays however small it is, and takes in the runs beside it.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2,), "float32")):
    a = R.exp(x)
    with R.dataflow():
        b = R.log(a)
        R.output(b)
    c = R.negative(b)
    return c

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     with R.dataflow():
#|         a: R.Tensor((2,), dtype="float32") = R.exp(x)
#|         b: R.Tensor((2,), dtype="float32") = R.log(a)
#|         c: R.Tensor((2,), dtype="float32") = R.negative(b)
#|         R.output(c)
#|     return c
