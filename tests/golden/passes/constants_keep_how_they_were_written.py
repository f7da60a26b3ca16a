# test: opt --passes=CanonicalizeBindings,DeadCodeElimination,EliminateCommonSubexpr --verify-roundtrip
# A pass that moves a constant moves its numbers.
@R.function
def main(x: R.Tensor((2,), "float32")):
    with R.dataflow():
        c = R.const([1.5, 2.5], "float32")
        d = c
        y = R.add(x, d)
        z = R.multiply(y, c)
        R.output(z)
    return z

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     with R.dataflow():
#|         y: R.Tensor((2,), dtype="float32") = R.add(x, R.const([1.5, 2.5], "float32"))
#|         z: R.Tensor((2,), dtype="float32") = R.multiply(y, R.const([1.5, 2.5], "float32"))
#|         R.output(z)
#|     return z
