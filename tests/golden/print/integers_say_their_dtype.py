# test: fmt --verify-roundtrip
# A number alone is read as int64.
@R.function
def main(x: R.Tensor((2,), "float32")):
    a = R.prim_value(T.int32(3))
    b = R.prim_value(4)
    c = R.prim_value(T.uint8(5))
    return a, b, c

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Prim(value=T.int32(3)), R.Prim(value=4), R.Prim(value=T.uint8(5))):
#|     a: R.Prim(value=T.int32(3)) = R.prim_value(T.int32(3))
#|     b: R.Prim(value=4) = R.prim_value(4)
#|     c: R.Prim(value=T.uint8(5)) = R.prim_value(T.uint8(5))
#|     return (a, b, c)
