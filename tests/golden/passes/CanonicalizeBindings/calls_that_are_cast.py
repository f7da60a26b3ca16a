# test: opt --verify-roundtrip --passes=CanonicalizeBindings
# The call that a match_cast casts is bound to no variable; what it mentions is looked through all the same.
@R.function
def main(x: R.Tensor((2, "k"), "float32")):
    k, n, m = T.int64(), T.int64(), T.int64()
    y = x
    a = R.match_cast(R.exp(y), R.Tensor((2, k), "float32"))
    b = R.match_cast(x, R.Tensor((2, n), "float32"))
    c = R.match_cast(R.reshape(b, R.shape([n * 2])), R.Tensor((m,), "float32"))
    return (a, c)

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, "k"), dtype="float32")) -> R.Tuple(R.Tensor((2, "k"), dtype="float32"), R.Tensor(("k * 2",), dtype="float32")):
#|     k = T.int64()
#|     a: R.Tensor((2, k), dtype="float32") = R.match_cast(R.exp(x), R.Tensor((2, k), dtype="float32"))
#|     c: R.Tensor((k * 2,), dtype="float32") = R.match_cast(R.reshape(x, R.shape([k * 2])), R.Tensor((k * 2,), dtype="float32"))
#|     return (a, c)
