# test: fmt --verify-roundtrip
# The value of a match_cast may be a call that is bound to no variable.
@R.function
def main(x: R.Tensor(("n", "m"), "float32")):
    n = T.int64()
    m = T.int64()
    k = T.int64()
    s = R.match_cast(R.shape_of(x), R.Shape([n, m]))
    y = R.match_cast(R.add(x, x), R.Tensor((n, k), "float32"))
    return (s, y)

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(("n", "m"), dtype="float32")) -> R.Tuple(R.Shape(["n", "m"]), R.Tensor(dtype="float32", ndim=2)):
#|     n = T.int64()
#|     m = T.int64()
#|     k = T.int64()
#|     s: R.Shape([n, m]) = R.match_cast(R.shape_of(x), R.Shape([n, m]))
#|     y: R.Tensor((n, k), dtype="float32") = R.match_cast(R.add(x, x), R.Tensor((n, k), dtype="float32"))
#|     return (s, y)
