# test: fmt
# A division by -1 folds, and wraps; a modulo folds for int32 and int64 only.
@R.function
def main(x: R.Tensor(("m",), "float32")):
    m = T.int64()
    a = R.prim_value(T.int64(7) // T.int64(-1))
    b = R.prim_value(T.int64(-9223372036854775807) - T.int64(1))
    c = R.prim_value((T.int64(-9223372036854775807) - T.int64(1)) // T.int64(-1))
    d = R.prim_value(T.truncmod(T.int32(-7), T.int32(-1)))
    e = R.prim_value(T.int64(7) % T.int64(-2))
    f = R.prim_value(T.Cast("int8", m) % T.int8(1))
    g = R.prim_value(T.truncmod(T.Cast("uint8", m), T.uint8(1)))
    return x

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(("m",), dtype="float32")) -> R.Tensor(("m",), dtype="float32"):
#|     m = T.int64()
#|     a: R.Prim(value=-7) = R.prim_value(-7)
#|     b: R.Prim(value=-9223372036854775808) = R.prim_value(-9223372036854775808)
#|     c: R.Prim(value=-9223372036854775808) = R.prim_value(-9223372036854775808)
#|     d: R.Prim(value=T.int32(0)) = R.prim_value(T.int32(0))
#|     e: R.Prim(value=-1) = R.prim_value(-1)
#|     f: R.Prim(value=T.Cast("int8", m) % 1) = R.prim_value(T.Cast("int8", m) % 1)
#|     g: R.Prim(value=T.truncmod(T.Cast("uint8", m), 1)) = R.prim_value(T.truncmod(T.Cast("uint8", m), 1))
#|     return x
