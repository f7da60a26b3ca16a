# test: run main(x=4xu64=[18446744073709551615 9223372036854775808 3 9223372036854775809])
# Numbers without a sign are compared, divided, shifted and converted as such, in constants, elements and kernels.
@I.ir_module
class Module:
    @T.prim_func
    def kernel(x: T.Buffer((4,), "uint64"), above: T.Buffer((4,), "bool"), known: T.Buffer((4,), "bool"),
               most: T.Buffer((), "uint64"), half: T.Buffer((4,), "uint64"), real: T.Buffer((4,), "float64")):
        for i in range(4):
            above[i] = x[i] > T.Cast("uint64", T.int64(-9223372036854775807))
        for i in range(4):
            known[i] = T.max_value("uint64") > T.Cast("uint64", T.int64(-2)) and T.bitwise_not(T.uint64(0)) == T.max_value("uint64")
        most[()] = T.uint64(0)
        for k in range(4):
            most[()] = T.max(most[()], x[k])
        for i in range(4):
            half[i] = T.truncdiv(x[i], T.uint64(2)) + T.shift_right(x[i], T.uint64(63)) + x[i] % T.max_value("uint64")
        for i in range(4):
            real[i] = T.Cast("float64", T.min(x[i], T.Cast("uint64", T.int64(-4))))

    @R.function
    def main(x: R.Tensor((4,), "uint64")):
        a = R.const(18446744073709551615, "uint64")
        b = R.const(9223372036854775809, "uint64")
        tests = (R.greater(a, b), R.less(a, b), R.equal(b, b), R.greater_equal(x, b))
        numbers = (R.maximum(a, b), R.minimum(x, b), R.divide(a, x), R.mod(a, b), R.right_shift(a, R.const(3, "uint64")))
        casts = (R.astype(a, "float32"), R.astype(x, "float64"), R.astype(R.const(1e19, "float64"), "uint64"))
        y = R.call_tir(Module.kernel, (x,), out_sinfo=[R.Tensor((4,), "bool"), R.Tensor((4,), "bool"), R.Tensor((), "uint64"),
                                                       R.Tensor((4,), "uint64"), R.Tensor((4,), "float64")])
        return (tests, numbers, casts, y)

#| ((True,
#|   False,
#|   True,
#|   [ True False False  True]),
#|  (18446744073709551615,
#|   [9223372036854775809 9223372036854775808                   3
#|    9223372036854775809],
#|   [                  1                   1 6148914691236517205
#|                      1],
#|   9223372036854775806,
#|   2305843009213693951),
#|  (1.8446744e+19,
#|   [1.84467441e+19 9.22337204e+18 3.00000000e+00 9.22337204e+18],
#|   10000000000000000000),
#|  ([ True False False False],
#|   [ True  True  True  True],
#|   18446744073709551615,
#|   [ 9223372036854775808 13835058055282163713                    4
#|    13835058055282163714],
#|   [1.84467441e+19 9.22337204e+18 3.00000000e+00 9.22337204e+18]))
