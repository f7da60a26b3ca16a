# test: fmt --verify-roundtrip
# The new dims are the greatest indices and one.
@R.function
def main(x: R.Tensor(("m", "n"), "float32"), y: R.Tensor(("m * 4", "n"), "float32"), z: R.Tensor((2, 3), "float32")):
    m = T.int64()
    n = T.int64()
    a = R.layout_transform(x, index_map=lambda i, j: (i * n + j,))
    b = R.layout_transform(y, index_map=lambda i, j: (i // 4, j, i % 4))
    c = R.layout_transform(z, index_map=lambda i, j: (T.min(i, 1), T.max(i, j)))
    d = R.layout_transform(z, index_map=lambda i, j: (T.truncdiv(i, 2), j, T.truncmod(i, 2)))
    return a, b, c, d

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(("m", "n"), dtype="float32"), y: R.Tensor(("m * 4", "n"), dtype="float32"), z: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor(("m * n",), dtype="float32"), R.Tensor(("m", "n", 4), dtype="float32"), R.Tensor((2, 3), dtype="float32"), R.Tensor((1, 3, 2), dtype="float32")):
#|     m = T.int64()
#|     n = T.int64()
#|     a: R.Tensor((m * n,), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda i, j: (i * n + j,)), pad_value=None, axis_separators=[], input_axis_separators=[])
#|     b: R.Tensor((m, n, 4), dtype="float32") = R.layout_transform(y, index_map=T.index_map(lambda i, j: (i // 4, j, i % 4)), pad_value=None, axis_separators=[], input_axis_separators=[])
#|     c: R.Tensor((2, 3), dtype="float32") = R.layout_transform(z, index_map=T.index_map(lambda i, j: (T.min(i, 1), T.max(i, j))), pad_value=None, axis_separators=[], input_axis_separators=[])
#|     d: R.Tensor((1, 3, 2), dtype="float32") = R.layout_transform(z, index_map=T.index_map(lambda i, j: (T.Div(i, 2), j, T.truncmod(i, 2))), pad_value=None, axis_separators=[], input_axis_separators=[])
#|     return (a, b, c, d)
