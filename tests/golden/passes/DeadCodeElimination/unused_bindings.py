# test: opt --passes=DeadCodeElimination
# Chains of unused values go; unused outputs too.
@R.function
def main(x: R.Tensor((2,), "float32")):
    with R.dataflow():
        a = R.add(x, x)
        b = R.exp(a)
        o = R.multiply(x, x)
        R.output(o)
    return o

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     with R.dataflow():
#|         o: R.Tensor((2,), dtype="float32") = R.multiply(x, x)
#|         R.output(o)
#|     return o
