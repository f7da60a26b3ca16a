# test: run --compare=eval --input=x='14xf64=[1.00048828125 1.000488281250001 1.0014648437499998 1.00146484375 65519.99999999999 65520 -65519.99999999999 2.98023223876953125e-08 2.9802322387696e-08 -1e300 1e-310 -0.0 inf nan]'
# Rounded once, from 64 bits to 16: halfway between two halves it is the even one, beside that the nearer.
@R.function
def main(x: R.Tensor((14,), "float64")):
    y = R.astype(x, "float16")
    return (y, R.astype(y, "float64"))

#| ([ 1.000e+00  1.001e+00  1.001e+00  1.002e+00  6.550e+04        inf
#|   -6.550e+04  0.000e+00  6.000e-08       -inf  0.000e+00 -0.000e+00
#|          inf        nan],
#|  [ 1.00000000e+00  1.00097656e+00  1.00097656e+00  1.00195312e+00
#|    6.55040000e+04             inf -6.55040000e+04  0.00000000e+00
#|    5.96046448e-08            -inf  0.00000000e+00 -0.00000000e+00
#|               inf             nan])
