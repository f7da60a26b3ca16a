# test: run --engine=eval --compare=jit --input=A=6xi32='[-7 13 100000 -2147483648 2147483647 0]' --input=K=6xi32='[0 1 2 -1 31 -31]'
@T.prim_func
def f(A: T.Buffer((6,), "int32"), K: T.Buffer((6,), "int32"), B: T.Buffer((6, 4), "int32"), C: T.Buffer((6,), "float32")):
    for i in range(6):
        B[i, 0] = T.q_multiply_shift(A[i], 1073741824, 31, K[i])
        B[i, 1] = T.q_multiply_shift(A[i], 1288490188, 31, K[i])
        B[i, 2] = T.q_multiply_shift_per_axis(A[i], 1288490188, K[i], 1, 31, T.bool(True), T.bool(False))
        B[i, 3] = T.q_multiply_shift_per_axis(A[i], 1288490188, K[i], 1, 31, T.bool(False), T.bool(True))
        C[i] = T.ldexp(T.Cast("float32", A[i]), T.Cast("uint8", K[i] + 31))

#| ([[         -3          -4          -4          -2]
#|   [         13          16          16           4]
#|   [     200000      240000      240000       30000]
#|   [ -536870912  -644245094           0  -644245094]
#|   [-1073741824 -1288490188 -1288490188   644245094]
#|   [          0           0           0           0]],
#|  [-1.5032386e+10  5.5834575e+10  8.5899346e+14 -2.3058430e+18
#|    9.9035203e+27  0.0000000e+00])
