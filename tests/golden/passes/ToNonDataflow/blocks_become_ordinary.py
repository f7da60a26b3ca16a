# test: opt --passes=ToNonDataflow
# Names stay; blocks that have become neighbours of one kind are one.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2,), "float32")):
    a = R.exp(x)
    with R.dataflow():
        b = R.log(a)
        c = R.negative(b)
        R.output(c)
    d = R.add(c, a)
    return d

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     a: R.Tensor((2,), dtype="float32") = R.exp(x)
#|     b: R.Tensor((2,), dtype="float32") = R.log(a)
#|     c: R.Tensor((2,), dtype="float32") = R.negative(b)
#|     d: R.Tensor((2,), dtype="float32") = R.add(c, a)
#|     return d
