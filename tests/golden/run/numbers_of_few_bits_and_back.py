# test: run main(x=2x3xf32=[[0.5 1.5 -2.5][1000 nan -1000]], s=3xf32=[0.5 1 2], z=3xi8=[0 1 -1], y=2xf32=[-1 2], o=2xf32=[0 1])
# Halves are rounded away from zero; what is too large, and NaN, is the largest number.
@R.function
def main(x: R.Tensor((2, 3), "float32"), s: R.Tensor((3,), "float32"), z: R.Tensor((3,), "int8"), y: R.Tensor((2,), "float32"), o: R.Tensor((2,), "float32")):
    a = R.quantize(x, s, z, axis=1, out_dtype="int8")
    b = R.dequantize(a, s, z, axis=1, out_dtype="float32")
    c = R.quantize(y, R.const(0.5, "float32"), R.const(10, "uint8"), axis=0, out_dtype="uint8")
    d = R.trunc(R.multiply(x, s))
    e = R.atan2(o, y)
    f = R.log_add_exp(o, o)
    g = R.nn.selu(y)
    h = R.nn.softplus(y)
    i = R.nn.prelu(x, s, axis=1)
    return (a, b, c, d, e, f, g, h, i)

#| ([[   1    3   -2]
#|   [ 127  127 -128]],
#|  [[   0.5    2.    -2. ]
#|   [  63.5  126.  -254. ]],
#|  [ 8 14],
#|  [[ 0.e+00  1.e+00 -5.e+00]
#|   [ 5.e+02     nan -2.e+03]],
#|  [3.1415927 0.4636476],
#|  [0.6931472 1.6931472],
#|  [-1.1113307  2.101402 ],
#|  [0.3132617 2.126928 ],
#|  [[ 5.0e-01  1.5e+00 -5.0e+00]
#|   [ 1.0e+03      nan -2.0e+03]])
