# test: fmt
# 0 and -1 in a new shape need the dims of the tensor, which its shape variable may know.
@R.function
def main(s: R.Shape([2, 3]), x: R.Tensor(s, "float32")):
    a = R.reshape(x, (-1,))
    b = R.reshape(x, (0, -1))
    return a, b

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(s: R.Shape([2, 3]), x: R.Tensor(s, dtype="float32")) -> R.Tuple(R.Tensor((6,), dtype="float32"), R.Tensor((2, 3), dtype="float32")):
#|     a: R.Tensor((6,), dtype="float32") = R.reshape(x, R.shape([6]))
#|     b: R.Tensor((2, 3), dtype="float32") = R.reshape(x, R.shape([2, 3]))
#|     return (a, b)
