# test: fmt
# What Python computes with large integers counts if the result has 64 bits.
N = 2**63 - 1

@R.function
def main(x: R.Tensor((16, 16), "float32")):
    a = R.prim_value(2**63 - 1)
    b = R.prim_value((1 << 63) - 1)
    c = R.prim_value(-2**63)
    d = R.prim_value(-9223372036854775808)
    e = R.prim_value(9223372036854775808 // 2)
    f = R.prim_value(10**20 % 7)
    g = R.prim_value((-1) ** 3 + 0 ** 0)
    h = R.strided_slice(x, [0], [1], [2**63 - 1])
    i = R.prim_value(N)
    j = R.const(2**64 > 2**63)
    return h

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((16, 16), dtype="float32")) -> R.Tensor((15, 16), dtype="float32"):
#|     a: R.Prim(value=9223372036854775807) = R.prim_value(9223372036854775807)
#|     b: R.Prim(value=9223372036854775807) = R.prim_value(9223372036854775807)
#|     c: R.Prim(value=-9223372036854775808) = R.prim_value(-9223372036854775808)
#|     d: R.Prim(value=-9223372036854775808) = R.prim_value(-9223372036854775808)
#|     e: R.Prim(value=4611686018427387904) = R.prim_value(4611686018427387904)
#|     f: R.Prim(value=2) = R.prim_value(2)
#|     g: R.Prim(value=0) = R.prim_value(0)
#|     h: R.Tensor((15, 16), dtype="float32") = R.strided_slice(x, (R.prim_value(0),), (R.prim_value(1),), (R.prim_value(9223372036854775807),), assume_inbound=False)
#|     i: R.Prim(value=9223372036854775807) = R.prim_value(9223372036854775807)
#|     j: R.Tensor((), dtype="bool") = R.const(True, "bool")
#|     return h
