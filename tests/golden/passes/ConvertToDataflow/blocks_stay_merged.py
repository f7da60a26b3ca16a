# test: opt --passes=ConvertToDataflow{min-size=4}
# What is too small to become a dataflow block stays one block with the conditional behind it.
@R.function
def main(x: R.Tensor((2,), "float32"), c: R.Tensor((), "bool")):
    a = R.match_cast(x, R.Tensor((2,), "float32"))
    if c:
        b = R.exp(x)
    else:
        b = R.negative(x)
    d = R.const(1.0, "float32")
    return b

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor((2,), dtype="float32"):
#|     if c:
#|         b_then: R.Tensor((2,), dtype="float32") = R.exp(x)
#|         b: R.Tensor((2,), dtype="float32") = b_then
#|     else:
#|         b_else: R.Tensor((2,), dtype="float32") = R.negative(x)
#|         b: R.Tensor((2,), dtype="float32") = b_else
#|     d: R.Tensor((), dtype="float32") = R.const(1.0, "float32")
#|     return b
