# test: opt --rules=operators_on_numbers_are_those_of_python.py
# Numbers in a rule script are those of a module (read/operators_on_numbers_are_those_of_python.py).
x = wildcard()

def numbers(orig, matchings):
    return R.call_pure_packed("numbers", R.const(7.5 % 2.0, "float64"),
        R.const(-7.5 // 2.0, "float64"),
        R.const(1.0 % 0.1, "float64"),
        R.const(-7 // 2),
        R.const(-7 % 3),
        R.const(7 % -3),
        R.const(2**70 // 2**68),
        R.const(2**-1, "float64"),
        R.const((2**53 + 1) / 3, "float64"),
        R.const(9007199254740993 > 2.0**53),
        R.const(True & False),
        R.const(True + True),
        R.const(-5 >> 1000),
        R.const(9223372036854775808 - 1, "int64"),
        R.const(-0.0 // 1.0, "float64"),
        R.const(7 / 2, "float64"), sinfo_args=R.Tensor((2,), "float32"))

rewrite_call(is_op("relax.negative")(x), numbers, mod)

@R.function
def main(x: R.Tensor((2,), "float32")):
    y = R.negative(x)
    return y

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     y: R.Tensor((2,), dtype="float32") = R.call_pure_packed("numbers", R.const(1.5, "float64"), R.const(-4.0, "float64"), R.const(0.09999999999999995, "float64"), R.const(-4, "int32"), R.const(2, "int32"), R.const(-2, "int32"), R.const(4, "int32"), R.const(0.5, "float64"), R.const(3002399751580331.0, "float64"), R.const(True, "bool"), R.const(False, "bool"), R.const(2, "int32"), R.const(-1, "int32"), R.const(9223372036854775807, "int64"), R.const(-0.0, "float64"), R.const(3.5, "float64"), sinfo_args=(R.Tensor((2,), dtype="float32"),))
#|     return y
