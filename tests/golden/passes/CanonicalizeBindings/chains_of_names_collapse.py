# test: opt --passes=CanonicalizeBindings
# A variable that only names another one goes away; an output gives its name to the local variable that it stands for.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2, 3), "float32")):
    with R.dataflow():
        a = R.exp(x)
        b = a
        out = b
        R.output(out)
    again = out
    y = R.negative(again)
    return y

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
#|     with R.dataflow():
#|         out: R.Tensor((2, 3), dtype="float32") = R.exp(x)
#|         R.output(out)
#|     y: R.Tensor((2, 3), dtype="float32") = R.negative(out)
#|     return y
