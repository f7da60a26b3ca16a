# test: run --engine=eval --compare=jit --input=x='4xf32=[7 -7 1.1 0.3]'
# Arithmetic of bfloat16 and float8 does not round: 7 * 1.25 is 8.75. What a function gives is rounded, as a cast is:
# the magnitude of 8.75 in e5m2 is 8, between 8 and 10.
@T.prim_func
def f(x: T.Buffer((4,), "float32"), y: T.Buffer((5, 4), "float32")):
    for k in range(4):
        y[0, k] = T.Cast("float32", T.fabs(T.Cast("e5m2_float8", x[k]) * T.e5m2_float8(1.25)) + T.e5m2_float8(1.0))
        y[1, k] = T.Cast("float32", T.fabs(T.Cast("e4m3_float8", x[k]) * T.e4m3_float8(1.0625)) + T.e4m3_float8(1.0))
        y[2, k] = T.Cast("float32", T.exp(T.Cast("bfloat16", x[k])) + T.bfloat16(0.001))
        y[3, k] = T.Cast("float32", T.pow(T.fabs(T.Cast("bfloat16", x[k])), T.bfloat16(0.5)) * T.bfloat16(1.0078125))
        y[4, k] = T.Cast("float32", T.fma(T.Cast("bfloat16", x[k]), T.bfloat16(1.0078125), T.bfloat16(1.0)) + T.bfloat16(0.001))

#| [[ 9.0000000e+00  9.0000000e+00  2.2500000e+00  1.3750000e+00]
#|  [ 8.0000000e+00  8.0000000e+00  2.1250000e+00  1.3125000e+00]
#|  [ 1.0960010e+03  1.9111633e-03  3.0166245e+00  1.3525620e+00]
#|  [ 2.6612550e+00  2.6612550e+00  1.0550537e+00  5.5114746e-01]
#|  [ 8.0634990e+00 -6.0615005e+00  2.1103745e+00  1.3056870e+00]]
