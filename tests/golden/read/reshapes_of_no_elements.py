# test: fmt
# A 0 in a new shape copies a dim; it is itself where the copy would give a tensor elements that it lacks.
@R.function
def main(x: R.Tensor((0, 3), "float32"), y: R.Tensor((2, 3), "float32")):
    a = R.reshape(x, (4, 0))
    b = R.reshape(x, (4, -1))
    c = R.reshape(x, (0, 5))
    d = R.reshape(x, (-1, 0))
    g = R.reshape(x, (4, 3, -1))
    h = R.reshape(g, (2, 0, -1, 2))
    e = R.reshape(y, (3, -1))
    f = R.reshape(y, (0, 3, 1))
    return a

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((0, 3), dtype="float32"), y: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((4, 0), dtype="float32"):
#|     a: R.Tensor((4, 0), dtype="float32") = R.reshape(x, R.shape([4, 0]))
#|     b: R.Tensor((4, 0), dtype="float32") = R.reshape(x, R.shape([4, 0]))
#|     c: R.Tensor((0, 5), dtype="float32") = R.reshape(x, R.shape([0, 5]))
#|     d: R.Tensor((0, 3), dtype="float32") = R.reshape(x, R.shape([0, 3]))
#|     g: R.Tensor((4, 3, 0), dtype="float32") = R.reshape(x, R.shape([4, 3, 0]))
#|     h: R.Tensor((2, 3, 0, 2), dtype="float32") = R.reshape(g, R.shape([2, 3, 0, 2]))
#|     e: R.Tensor((3, 2), dtype="float32") = R.reshape(y, R.shape([3, 2]))
#|     f: R.Tensor((2, 3, 1), dtype="float32") = R.reshape(y, R.shape([2, 3, 1]))
#|     return a
