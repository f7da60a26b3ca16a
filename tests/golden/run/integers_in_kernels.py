# test: run --engine=eval --compare=jit --input=a=3xi32='[-7 7 -2147483648]' --input=b=3xi32='[2 -2 -1]'
# Divisions toward zero and toward minus infinity, wrapping at the width of the dtype, shifts by the dtype's sign.
@T.prim_func
def f(a: T.Buffer((3,), "int32"), b: T.Buffer((3,), "int32"), r: T.Buffer((6, 3), "int32"), s: T.Buffer((4, 3), "int8"), u: T.Buffer((3,), "uint8")):
    for i in range(3):
        r[0, i] = T.Div(a[i], b[i])
        r[1, i] = T.truncmod(a[i], b[i])
        r[2, i] = a[i] // b[i]
        r[3, i] = a[i] % b[i]
        r[4, i] = a[i] * a[i] - 1
        r[5, i] = T.q_multiply_shift(a[i], 1288490188, 31, -1)
        s[0, i] = T.Cast("int8", a[i]) * T.int8(100)
        s[1, i] = T.shift_right(T.Cast("int8", a[i]), T.int8(1))
        s[2, i] = T.bitwise_not(T.Cast("int8", a[i]))
        s[3, i] = T.Cast("int8", T.clz(a[i]) + T.popcount(a[i]))
        u[i] = T.shift_right(T.Cast("uint8", a[i]), T.uint8(1))

#| ([[         -3          -3 -2147483648]
#|   [         -1           1           0]
#|   [         -4          -4 -2147483648]
#|   [          1          -1           0]
#|   [         48          48          -1]
#|   [         -2           2  -644245094]],
#|  [[ 68 -68   0]
#|   [ -4   3   0]
#|   [  6  -8  -1]
#|   [ 30  32   1]],
#|  [124   3   0])
