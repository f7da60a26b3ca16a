# test: opt --passes=CanonicalizeBindings
# An output that only its own block mentions is none.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2,), "float32")):
    with R.dataflow():
        a = R.exp(x)
        b = R.log(a)
        R.output(a, b)
    return b

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     with R.dataflow():
#|         a: R.Tensor((2,), dtype="float32") = R.exp(x)
#|         b: R.Tensor((2,), dtype="float32") = R.log(a)
#|         R.output(b)
#|     return b
