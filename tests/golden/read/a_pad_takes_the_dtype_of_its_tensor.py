# test: fmt
# An integer of any dtype prints as R.prim_value(1), so it is read as one of the tensor's dtype.
@R.function
def main(x: R.Tensor((4, 8), "int32"), y: R.Tensor((4, 8), "uint8"), z: R.Tensor((4, 8), "bool"), w: R.Tensor((4, 8), "float16")):
    a = R.layout_transform(x, index_map=lambda i, j: (j, i), pad_value=-1)
    b = R.layout_transform(y, index_map=lambda i, j: (j, i), pad_value=R.prim_value(255))
    c = R.layout_transform(z, index_map=lambda i, j: (j, i), pad_value=R.prim_value(True))
    d = R.layout_transform(w, index_map=lambda i, j: (j, i), pad_value=1)
    return a

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4, 8), dtype="int32"), y: R.Tensor((4, 8), dtype="uint8"), z: R.Tensor((4, 8), dtype="bool"), w: R.Tensor((4, 8), dtype="float16")) -> R.Tensor((8, 4), dtype="int32"):
#|     a: R.Tensor((8, 4), dtype="int32") = R.layout_transform(x, index_map=T.index_map(lambda i, j: (j, i)), pad_value=R.prim_value(-1), axis_separators=[], input_axis_separators=[])
#|     b: R.Tensor((8, 4), dtype="uint8") = R.layout_transform(y, index_map=T.index_map(lambda i, j: (j, i)), pad_value=R.prim_value(255), axis_separators=[], input_axis_separators=[])
#|     c: R.Tensor((8, 4), dtype="bool") = R.layout_transform(z, index_map=T.index_map(lambda i, j: (j, i)), pad_value=R.prim_value(True), axis_separators=[], input_axis_separators=[])
#|     d: R.Tensor((8, 4), dtype="float16") = R.layout_transform(w, index_map=T.index_map(lambda i, j: (j, i)), pad_value=R.prim_value(T.float16(1.0)), axis_separators=[], input_axis_separators=[])
#|     return a
