# test: fmt
@R.function
def main(q: R.Tensor((2, 4, 2, 8), "float32"), y: R.Tensor((1, 3, 8, 8), "float32")):
    a = R.nn.attention(q, q, q, scale=T.FloatImm("float32", 0.1))
    b = R.clip(a, R.prim_value(T.FloatImm("float32", 0)), R.prim_value(tir.FloatImm("float64", 6.5)))
    c = R.prim_value(T.IntImm("int64", -1))
    d = R.prim_value(tir.IntImm("int32", value=7))
    e = R.prim_value(T.IntImm("bool", True))
    return (b, c, d, e)

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(q: R.Tensor((2, 4, 2, 8), dtype="float32"), y: R.Tensor((1, 3, 8, 8), dtype="float32")) -> R.Tuple(R.Tensor((2, 4, 2, 8), dtype="float32"), R.Prim(value=-1), R.Prim(value=T.int32(7)), R.Prim(value=T.bool(True))):
#|     a: R.Tensor((2, 4, 2, 8), dtype="float32") = R.nn.attention(q, q, q, scale=T.float32(0.10000000000000001), causal_mask=None, window_size=None)
#|     b: R.Tensor((2, 4, 2, 8), dtype="float32") = R.clip(a, R.prim_value(T.float32(0.0)), R.prim_value(T.float64(6.5)))
#|     c: R.Prim(value=-1) = R.prim_value(-1)
#|     d: R.Prim(value=T.int32(7)) = R.prim_value(T.int32(7))
#|     e: R.Prim(value=T.bool(True)) = R.prim_value(T.bool(True))
#|     return (b, c, d, e)
