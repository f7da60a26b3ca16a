# test: fmt
# T.max_value and T.min_value are numbers at once; the dtype of a T.reinterpret and of an external call is written.
@R.function
def main(x: R.Tensor(("m",), "float32")):
    m = T.int64()
    a = R.prim_value(T.max_value("int32"))
    b = R.prim_value(T.min_value("int64"))
    c = R.prim_value(T.max_value("uint8"))
    d = R.prim_value(T.max_value("float16"))
    e = R.prim_value(T.min_value("float32"))
    f = R.prim_value(T.infinity("float32"))
    g = R.prim_value(T.reinterpret("float64", m) + T.reinterpret("float64", 1))
    h = R.prim_value(T.reinterpret("int64", m))
    i = R.prim_value(T.call_pure_extern("float32", "rand", m, 2))
    return x

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(("m",), dtype="float32")) -> R.Tensor(("m",), dtype="float32"):
#|     m = T.int64()
#|     a: R.Prim(value=T.int32(2147483647)) = R.prim_value(T.int32(2147483647))
#|     b: R.Prim(value=-9223372036854775808) = R.prim_value(-9223372036854775808)
#|     c: R.Prim(value=T.uint8(255)) = R.prim_value(T.uint8(255))
#|     d: R.Prim(value=T.float16(65504.0)) = R.prim_value(T.float16(65504.0))
#|     e: R.Prim(value=T.float32(-340282346638528859811704183484516925440.0)) = R.prim_value(T.float32(-340282346638528859811704183484516925440.0))
#|     f: R.Prim(value=T.float32("inf")) = R.prim_value(T.float32("inf"))
#|     g: R.Prim(value=T.reinterpret("float64", m) + T.reinterpret("float64", 1)) = R.prim_value(T.reinterpret("float64", m) + T.reinterpret("float64", 1))
#|     h: R.Prim(value=m) = R.prim_value(m)
#|     i: R.Prim(value=T.call_pure_extern("float32", "rand", m, 2)) = R.prim_value(T.call_pure_extern("float32", "rand", m, 2))
#|     return x
