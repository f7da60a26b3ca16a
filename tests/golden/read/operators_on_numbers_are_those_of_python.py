# test: fmt
# What operators of Python make of numbers: what CPython makes of them.
@R.function
def main():
    v0 = R.const(7.5 % 2.0, "float64")
    v1 = R.const(-7.5 // 2.0, "float64")
    v2 = R.const(1.0 % 0.1, "float64")
    v3 = R.const(-7 // 2)
    v4 = R.const(-7 % 3)
    v5 = R.const(7 % -3)
    v6 = R.const(2**70 // 2**68)
    v7 = R.const(2**-1, "float64")
    v8 = R.const((2**53 + 1) / 3, "float64")
    v9 = R.const(9007199254740993 > 2.0**53)
    v10 = R.const(True & False)
    v11 = R.const(True + True)
    v12 = R.const(-5 >> 1000)
    v13 = R.const(9223372036854775808 - 1, "int64")
    v14 = R.const(-0.0 // 1.0, "float64")
    v15 = R.const(7 / 2, "float64")
    chains = (R.const(3 > 2 > 1), R.const(1 < 3 < 2), R.const(1 < 3 < 2 < 4), R.const(3 > 2 * 1 == 2 > 1), R.const(not 1 < 2 < 3))
    return (chains, v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main() -> R.Tuple(R.Tuple(R.Tensor((), dtype="bool"), R.Tensor((), dtype="bool"), R.Tensor((), dtype="bool"), R.Tensor((), dtype="bool"), R.Tensor((), dtype="bool")), R.Tensor((), dtype="float64"), R.Tensor((), dtype="float64"), R.Tensor((), dtype="float64"), R.Tensor((), dtype="int32"), R.Tensor((), dtype="int32"), R.Tensor((), dtype="int32"), R.Tensor((), dtype="int32"), R.Tensor((), dtype="float64"), R.Tensor((), dtype="float64"), R.Tensor((), dtype="bool"), R.Tensor((), dtype="bool"), R.Tensor((), dtype="int32"), R.Tensor((), dtype="int32"), R.Tensor((), dtype="int64"), R.Tensor((), dtype="float64"), R.Tensor((), dtype="float64")):
#|     v0: R.Tensor((), dtype="float64") = R.const(1.5, "float64")
#|     v1: R.Tensor((), dtype="float64") = R.const(-4.0, "float64")
#|     v2: R.Tensor((), dtype="float64") = R.const(0.09999999999999995, "float64")
#|     v3: R.Tensor((), dtype="int32") = R.const(-4, "int32")
#|     v4: R.Tensor((), dtype="int32") = R.const(2, "int32")
#|     v5: R.Tensor((), dtype="int32") = R.const(-2, "int32")
#|     v6: R.Tensor((), dtype="int32") = R.const(4, "int32")
#|     v7: R.Tensor((), dtype="float64") = R.const(0.5, "float64")
#|     v8: R.Tensor((), dtype="float64") = R.const(3002399751580331.0, "float64")
#|     v9: R.Tensor((), dtype="bool") = R.const(True, "bool")
#|     v10: R.Tensor((), dtype="bool") = R.const(False, "bool")
#|     v11: R.Tensor((), dtype="int32") = R.const(2, "int32")
#|     v12: R.Tensor((), dtype="int32") = R.const(-1, "int32")
#|     v13: R.Tensor((), dtype="int64") = R.const(9223372036854775807, "int64")
#|     v14: R.Tensor((), dtype="float64") = R.const(-0.0, "float64")
#|     v15: R.Tensor((), dtype="float64") = R.const(3.5, "float64")
#|     chains: R.Tuple(R.Tensor((), dtype="bool"), R.Tensor((), dtype="bool"), R.Tensor((), dtype="bool"), R.Tensor((), dtype="bool"), R.Tensor((), dtype="bool")) = R.const(True, "bool"), R.const(False, "bool"), R.const(False, "bool"), R.const(True, "bool"), R.const(False, "bool")
#|     return (chains, v0, v1, v2, v3, v4, v5, v6, v7, v8, v9, v10, v11, v12, v13, v14, v15)
