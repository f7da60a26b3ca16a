# test: fmt
# What a function declares and what it returns is for check to compare.
@R.function
def main(x: R.Tensor((2, 3), "float32")) -> R.Tensor((3, 2), "float32"):
    y = R.add(x, x)
    return y

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((3, 2), dtype="float32"):
#|     y: R.Tensor((2, 3), dtype="float32") = R.add(x, x)
#|     return y
