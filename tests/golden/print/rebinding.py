# test: fmt
# A name bound again is a new variable.
@R.function
def main(x: R.Tensor((2,), "float32")):
    x = R.add(x, x)
    x = R.add(x, x)
    return x

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     x_1: R.Tensor((2,), dtype="float32") = R.add(x, x)
#|     x_2: R.Tensor((2,), dtype="float32") = R.add(x_1, x_1)
#|     return x_2
