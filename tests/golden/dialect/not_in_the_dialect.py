# test: fmt
# What TVM 0.19 cannot say is printed as newer versions spell it, and said.
@R.function
def main(x: R.Tensor((4,), "float32"), i: R.Tensor((2,), "int64")):
    y = R.take(x, i, axis=0, mode="clip")
    return y

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4,), dtype="float32"), i: R.Tensor((2,), dtype="int64")) -> R.Tensor((2,), dtype="float32"):
#|     y: R.Tensor((2,), dtype="float32") = R.take(x, i, axis=0, mode="clip")
#|     return y
#| not_in_the_dialect.py:5:9: warning: the parameter mode of R.take is not part of tvm-0.19; it is printed as another version of TVM spells it [W0102]
#|         y = R.take(x, i, axis=0, mode="clip")
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
