# test: fmt --verify-roundtrip
# A float32 immediate keeps the digits that were written; arithmetic on immediates is in float32.
@R.function
def main(q: R.Tensor((1, 8, 4, 16), "float16"), x: R.Tensor((4,), "float32")):
    a = R.nn.attention(q, q, q, scale=T.float32(0.10000000000000001), causal_mask="TopLeft", window_size=4)
    b = R.nn.attention(q, q, q, scale=0.1)
    c = R.prim_value(T.float32(2.2000000000000002))
    d = R.prim_value(T.float32(0.1) + T.float32(0.2))
    e = R.clip(x, R.prim_value(0.1), R.prim_value(0.7))
    f = R.arange(0.1, 0.7, 0.1)
    return (a, b, c, d, e, f)

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(q: R.Tensor((1, 8, 4, 16), dtype="float16"), x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((1, 8, 4, 16), dtype="float16"), R.Tensor((1, 8, 4, 16), dtype="float16"), R.Prim(value=T.float32(2.2000000000000002)), R.Prim(value=T.float32(0.30000001192092896)), R.Tensor((4,), dtype="float32"), R.Tensor((6,), dtype="float32")):
#|     a: R.Tensor((1, 8, 4, 16), dtype="float16") = R.nn.attention(q, q, q, scale=T.float32(0.10000000000000001), causal_mask="TopLeft", window_size=4)
#|     b: R.Tensor((1, 8, 4, 16), dtype="float16") = R.nn.attention(q, q, q, scale=T.float32(0.10000000000000001), causal_mask=None, window_size=None)
#|     c: R.Prim(value=T.float32(2.2000000000000002)) = R.prim_value(T.float32(2.2000000000000002))
#|     d: R.Prim(value=T.float32(0.30000001192092896)) = R.prim_value(T.float32(0.30000001192092896))
#|     e: R.Tensor((4,), dtype="float32") = R.clip(x, R.prim_value(T.float32(0.10000000000000001)), R.prim_value(T.float32(0.69999999999999996)))
#|     f: R.Tensor((6,), dtype="float32") = R.arange(R.prim_value(T.float32(0.10000000000000001)), R.prim_value(T.float32(0.69999999999999996)), R.prim_value(T.float32(0.10000000000000001)), dtype="float32")
#|     return (a, b, c, d, e, f)
