# test: opt --rules=transposed.rules
# A replacement that the variable cannot hold is not made; the warning comes once.
@R.function
def main(x: R.Tensor((4, 2), "float32")):
    with R.dataflow():
        y = R.add(x, x)
        z = R.add(y, y)
        R.output(z)
    return z

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4, 2), dtype="float32")) -> R.Tensor((4, 2), dtype="float32"):
#|     with R.dataflow():
#|         y: R.Tensor((4, 2), dtype="float32") = R.add(x, x)
#|         z: R.Tensor((4, 2), dtype="float32") = R.add(y, y)
#|         R.output(z)
#|     return z
#| transposed.rules:4:5: warning: rule 'rewriter' is not applied: the replacement is R.Tensor((2, 4), "float32"), what it replaces R.Tensor((4, 2), "float32") [W0103]
#|     def rewriter(orig, matchings):
#|         ^~~~~~~~
