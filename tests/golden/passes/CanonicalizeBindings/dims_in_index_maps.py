# test: opt --verify-roundtrip --passes=CanonicalizeBindings
# A dim that a match_cast makes known is known in an index map, too.
@R.function
def main(x: R.Tensor((2, "k"), "float32")):
    k, n = T.int64(), T.int64()
    y = R.match_cast(x, R.Tensor((2, n), "float32"))
    z = R.layout_transform(y, index_map=lambda i, j: (i * n + j,))
    return z

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, "k"), dtype="float32")) -> R.Tensor(("k * 2",), dtype="float32"):
#|     k = T.int64()
#|     z: R.Tensor((k * 2,), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda i, j: (i * k + j,)), pad_value=None, axis_separators=[], input_axis_separators=[])
#|     return z
