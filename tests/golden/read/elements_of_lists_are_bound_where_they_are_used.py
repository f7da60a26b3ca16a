# test: fmt
# What stands in a tuple or list of Python is bound when it is used, in the order of the uses, and not at all if nothing uses it.
# A call in it that is an operand gets one variable in each block; its names are those of the line that wrote it.
@R.function
def main(x: R.Tensor((2, 3), "float32"), t: R.Tuple(R.Tensor((2, 3), "float32"), R.Tensor((2, 3), "float32")), p: R.Tensor((), "bool"), o: R.Object):
    y, z = R.add(R.nn.relu(x), x), R.add(R.nn.gelu(x), x)
    l = [R.exp(R.sin(x)), x, R.tuple(R.tanh(x), y)]
    x = R.nn.relu(z)
    c = R.concat([*l] if False else [l[0], l[1]], axis=0)
    d = R.add(l[0], R.sin(x))
    e, k = l[0], (R.exp(R.sin(x)), x, R.tuple(R.cos(x), x)[1])[-1]
    (a, [b, *r]), q = (R.negative(R.abs(x)), [R.ceil(x), R.floor(R.abs(x)), l[2]]), x
    u, v = r
    w = l[2][0]
    first, *others = t
    b2 = R.add(others[0], others[0])
    m = [R.match_cast(R.exp(R.abs(x)), R.Tensor((2, 3), "float32"))]
    n = m[0]
    s = [R.nn.relu(R.call_pure_packed("f", o, sinfo_args=R.Tensor(ndim=2))).shape]
    i = s[0][1]
    if p:
        g = R.add(l[0], x)
    else:
        g = R.subtract(x, l[0])
    with R.dataflow():
        lv = R.add(l[0], l[0])
        h = R.multiply(lv, l[0])
        R.output(h)
    j = R.multiply(l[0], h)
    return [l[0], l[2]]

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 3), dtype="float32"), t: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")), p: R.Tensor((), dtype="bool"), o: R.Object) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32"))):
#|     gv: R.Tensor((2, 3), dtype="float32") = R.nn.relu(x)
#|     y: R.Tensor((2, 3), dtype="float32") = R.add(gv, x)
#|     gv2: R.Tensor((2, 3), dtype="float32") = R.nn.gelu(x)
#|     z: R.Tensor((2, 3), dtype="float32") = R.add(gv2, x)
#|     x_1: R.Tensor((2, 3), dtype="float32") = R.nn.relu(z)
#|     gv5: R.Tensor((2, 3), dtype="float32") = R.sin(x)
#|     gv6: R.Tensor((2, 3), dtype="float32") = R.exp(gv5)
#|     c: R.Tensor((4, 3), dtype="float32") = R.concat((gv6, x), axis=0)
#|     gv8: R.Tensor((2, 3), dtype="float32") = R.sin(x_1)
#|     d: R.Tensor((2, 3), dtype="float32") = R.add(gv6, gv8)
#|     e: R.Tensor((2, 3), dtype="float32") = R.exp(gv5)
#|     k: R.Tensor((2, 3), dtype="float32") = x_1
#|     gv12: R.Tensor((2, 3), dtype="float32") = R.abs(x_1)
#|     a: R.Tensor((2, 3), dtype="float32") = R.negative(gv12)
#|     b: R.Tensor((2, 3), dtype="float32") = R.ceil(x_1)
#|     q: R.Tensor((2, 3), dtype="float32") = x_1
#|     gv16: R.Tensor((2, 3), dtype="float32") = R.abs(x_1)
#|     u: R.Tensor((2, 3), dtype="float32") = R.floor(gv16)
#|     gv18: R.Tensor((2, 3), dtype="float32") = R.tanh(x)
#|     v: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")) = gv18, y
#|     w: R.Tensor((2, 3), dtype="float32") = R.tanh(x)
#|     first: R.Tensor((2, 3), dtype="float32") = t[0]
#|     gv22: R.Tensor((2, 3), dtype="float32") = t[1]
#|     b2: R.Tensor((2, 3), dtype="float32") = R.add(gv22, gv22)
#|     gv24: R.Tensor((2, 3), dtype="float32") = R.abs(x_1)
#|     n: R.Tensor((2, 3), dtype="float32") = R.match_cast(R.exp(gv24), R.Tensor((2, 3), dtype="float32"))
#|     gv26: R.Tensor(ndim=2) = R.call_pure_packed("f", o, sinfo_args=(R.Tensor(ndim=2),))
#|     gv27: R.Tensor(ndim=2) = R.nn.relu(gv26)
#|     i: R.Prim("int64") = R.inspect.tensor_shape_i(gv27, R.prim_value(1))
#|     if p:
#|         gv29: R.Tensor((2, 3), dtype="float32") = R.sin(x)
#|         gv30: R.Tensor((2, 3), dtype="float32") = R.exp(gv29)
#|         g_then: R.Tensor((2, 3), dtype="float32") = R.add(gv30, x_1)
#|         g: R.Tensor((2, 3), dtype="float32") = g_then
#|     else:
#|         gv32: R.Tensor((2, 3), dtype="float32") = R.sin(x)
#|         gv33: R.Tensor((2, 3), dtype="float32") = R.exp(gv32)
#|         g_else: R.Tensor((2, 3), dtype="float32") = R.subtract(x_1, gv33)
#|         g: R.Tensor((2, 3), dtype="float32") = g_else
#|     with R.dataflow():
#|         lv: R.Tensor((2, 3), dtype="float32") = R.sin(x)
#|         lv1: R.Tensor((2, 3), dtype="float32") = R.exp(lv)
#|         lv_1: R.Tensor((2, 3), dtype="float32") = R.add(lv1, lv1)
#|         h: R.Tensor((2, 3), dtype="float32") = R.multiply(lv_1, lv1)
#|         R.output(h)
#|     gv36: R.Tensor((2, 3), dtype="float32") = R.sin(x)
#|     gv37: R.Tensor((2, 3), dtype="float32") = R.exp(gv36)
#|     j: R.Tensor((2, 3), dtype="float32") = R.multiply(gv37, h)
#|     gv39: R.Tensor((2, 3), dtype="float32") = R.tanh(x)
#|     return (gv37, (gv39, y))
