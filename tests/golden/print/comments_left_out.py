# test: fmt --no-comments
# TVM's text has none.

# A file begins.
@R.function
def main(x: R.Tensor((2,), "float32")):  # begins
    # before
    y = R.add(x, x)  # behind
    return y

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     y: R.Tensor((2,), dtype="float32") = R.add(x, x)
#|     return y
