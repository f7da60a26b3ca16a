# test: fmt --verify-roundtrip
@R.function
def main(x: R.Tensor((4, 8), "float32")):
    y = R.layout_transform(x, index_map=T.index_map(lambda i, j: (j, i // 2, i % 2), inverse_index_map=lambda a, b, c: (b * 2 + c, a)))
    return y

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4, 8), dtype="float32")) -> R.Tensor((8, 2, 2), dtype="float32"):
#|     y: R.Tensor((8, 2, 2), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda i, j: (j, i // 2, i % 2), inverse_index_map=lambda a, b, c: (b * 2 + c, a)), pad_value=None, axis_separators=[], input_axis_separators=[])
#|     return y
