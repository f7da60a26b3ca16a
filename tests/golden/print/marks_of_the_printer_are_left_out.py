# test: fmt --verify-roundtrip
# What the printer writes at the head of a text is no comment elsewhere, either: in a line, or behind it.
@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.add(
        x,
        # from tvm.script import relax as R
        x,
    )
    pass  # from tvm.script import tir as T
    return y  #| a comment

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     y: R.Tensor((2,), dtype="float32") = R.add(x, x)
#|     return y  #| a comment
