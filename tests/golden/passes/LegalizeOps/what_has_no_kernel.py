# test: opt --passes=LegalizeOps
# Operands that the kernel could not compute with: integers under a power, floats as truths, an index map that pads two
# dims, a padding that is no constant, one part of a split that is read, an unknown dtype beside another, numbers and
# quotients of unknown dtype, axis separators that go back, divisions by 0.
@R.function
def main(i: R.Tensor((3,), "int32"), x: R.Tensor((5, 7), "float32"), u: R.Tensor((5, 7))):
    a = R.power(i, i)
    b = R.logical_and(x, x)
    c = R.layout_transform(x, index_map=lambda p, q: (p // 2, p % 2, q // 4, q % 4))
    d = R.nn.pad(x, [1, 1, 1, 1], pad_mode="reflect")
    e = R.split(x, 1, axis=0)
    f = e[0]
    g = R.divide(u, R.const(2.0, "float32"))
    h = R.eye(R.prim_value(3), dtype="void")
    j = R.floor_divide(u, u)
    k = R.layout_transform(x, index_map=lambda p, q: (q, p), axis_separators=[1, 0])
    l = R.layout_transform(x, index_map=lambda p, q: (q, p), input_axis_separators=[2, 1])
    m = R.divide(x, R.const(0.0, "float32"))
    n = R.floor_divide(i, R.const(0, "int32"))
    return (a, b, c, d, f, g, h, j, k, l, m, n)

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(i: R.Tensor((3,), dtype="int32"), x: R.Tensor((5, 7), dtype="float32"), u: R.Tensor((5, 7))) -> R.Tuple(R.Tensor((3,), dtype="int32"), R.Tensor((5, 7), dtype="float32"), R.Tensor((3, 2, 2, 4), dtype="float32"), R.Tensor((7, 9), dtype="float32"), R.Tensor((5, 7), dtype="float32"), R.Tensor((5, 7)), R.Tensor((3, 3)), R.Tensor((5, 7)), R.Tensor((7, 5), dtype="float32"), R.Tensor((7, 5), dtype="float32"), R.Tensor((5, 7), dtype="float32"), R.Tensor((3,), dtype="int32")):
#|     a: R.Tensor((3,), dtype="int32") = R.power(i, i)
#|     b: R.Tensor((5, 7), dtype="float32") = R.logical_and(x, x)
#|     c: R.Tensor((3, 2, 2, 4), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda p, q: (p // 2, p % 2, q // 4, q % 4)), pad_value=None, axis_separators=[], input_axis_separators=[])
#|     d: R.Tensor((7, 9), dtype="float32") = R.nn.pad(x, R.const(0, "int32"), pad_width=[1, 1, 1, 1], pad_mode="reflect")
#|     e: R.Tuple(R.Tensor((5, 7), dtype="float32")) = R.split(x, indices_or_sections=1, axis=0)
#|     f: R.Tensor((5, 7), dtype="float32") = e[0]
#|     g: R.Tensor((5, 7)) = R.divide(u, R.const(2.0, "float32"))
#|     h: R.Tensor((3, 3)) = R.eye(R.prim_value(3), R.prim_value(3), R.prim_value(0), dtype="void")
#|     j: R.Tensor((5, 7)) = R.floor_divide(u, u)
#|     k: R.Tensor((7, 5), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda p, q: (q, p)), pad_value=None, axis_separators=[1, 0], input_axis_separators=[])
#|     l: R.Tensor((7, 5), dtype="float32") = R.layout_transform(x, index_map=T.index_map(lambda p, q: (q, p)), pad_value=None, axis_separators=[], input_axis_separators=[2, 1])
#|     m: R.Tensor((5, 7), dtype="float32") = R.divide(x, R.const(0.0, "float32"))
#|     n: R.Tensor((3,), dtype="int32") = R.floor_divide(i, R.const(0, "int32"))
#|     return (a, b, c, d, f, g, h, j, k, l, m, n)
