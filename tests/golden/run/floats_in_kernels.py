# test: run --engine=eval --compare=jit --input=x=5xf32='[nan 1e30 -1e30 -0.5 2.5]'
# The minimum and maximum of NaN are the second operand; casts saturate; NaN is unequal to itself; halves are rounded
# at every step, bfloat16 where it is cast, bound or stored.
@T.prim_func
def f(x: T.Buffer((5,), "float32"), m: T.Buffer((4, 5), "float32"), i: T.Buffer((5,), "int8"), b: T.Buffer((3, 5), "bool"), h: T.Buffer((2, 5), "float16"), w: T.Buffer((2,), "bfloat16"), r: T.Buffer((2, 5), "float32")):
    for k in range(5):
        m[0, k] = T.max(x[k], T.float32(0.0))
        m[1, k] = T.max(T.float32(0.0), x[k])
        m[2, k] = T.min(x[k], T.float32(0.0))
        m[3, k] = T.min(T.float32(0.0), x[k])
        i[k] = T.Cast("int8", x[k])
        b[0, k] = x[k] != x[k]
        b[1, k] = x[k] == x[k]
        b[2, k] = T.Cast("bool", x[k])
        h[0, k] = T.Cast("float16", x[k])
        h[1, k] = T.float16(2048.0) + T.float16(1.0) + T.float16(1.0) + T.Cast("float16", k)
        r[0, k] = T.round(x[k])
        r[1, k] = T.nearbyint(x[k])
    w[0] = T.bfloat16(256.0) + T.bfloat16(1.0) + T.bfloat16(1.0)
    y: T.bfloat16 = T.bfloat16(256.0) + T.bfloat16(1.0)
    w[1] = y + T.bfloat16(1.0)

#| ([[ 0.0e+00  1.0e+30  0.0e+00  0.0e+00  2.5e+00]
#|   [     nan  1.0e+30  0.0e+00  0.0e+00  2.5e+00]
#|   [ 0.0e+00  0.0e+00 -1.0e+30 -5.0e-01  0.0e+00]
#|   [     nan  0.0e+00 -1.0e+30 -5.0e-01  0.0e+00]],
#|  [   0  127 -128    0    2],
#|  [[ True False False False False]
#|   [False  True  True  True  True]
#|   [False  True  True  True  True]],
#|  [[       nan        inf       -inf -5.000e-01  2.500e+00]
#|   [ 2.048e+03  2.048e+03  2.050e+03  2.052e+03  2.052e+03]],
#|  [258. 256.],
#|  [[    nan  1.e+30 -1.e+30 -1.e+00  3.e+00]
#|   [    nan  1.e+30 -1.e+30 -0.e+00  2.e+00]])
