# test: fmt
# They are an attribute of R.layout_transform, which the lambda may hold.
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    a = R.layout_transform(x, index_map=lambda i, j: (j, T.IndexMap.AXIS_SEPARATOR, i))
    b = R.layout_transform(x, lambda i, j: (i, j // 2, IndexMap.AXIS_SEPARATOR, j % 2))
    c = R.layout_transform(x, lambda i, j: (j, i), axis_separators=[1])
    return a, b, c

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor((3, 2), dtype="float32"), R.Tensor((2, 2, 2), dtype="float32"), R.Tensor((3, 2), dtype="float32")):
#|     a: R.Tensor((3, 2), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda i, j: (j, i)), pad_value=None, axis_separators=[1], input_axis_separators=[])
#|     b: R.Tensor((2, 2, 2), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda i, j: (i, j // 2, j % 2)), pad_value=None, axis_separators=[2], input_axis_separators=[])
#|     c: R.Tensor((3, 2), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda i, j: (j, i)), pad_value=None, axis_separators=[1], input_axis_separators=[])
#|     return (a, b, c)
