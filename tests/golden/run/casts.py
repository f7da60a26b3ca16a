# test: run main(x=5xf32=[-1.7 -0.2 0 0.9 300.5])
# Toward zero to integers; not zero is true; float16 rounds.
@R.function
def main(x: R.Tensor((5,), "float32")):
    with R.dataflow():
        a = R.astype(x, "int32")
        b = R.astype(x, "bool")
        c = R.astype(x, "float16")
        d = R.astype(c, "float32")
        e = R.astype(x, "float64")
        R.output(a, b, c, d, e)
    return (a, b, c, d, e)

#| ([ -1   0   0   0 300],
#|  [ True  True False  True  True],
#|  [-1.700e+00 -2.000e-01  0.000e+00  9.000e-01  3.005e+02],
#|  [-1.7001953e+00 -1.9995117e-01  0.0000000e+00  8.9990234e-01
#|    3.0050000e+02],
#|  [-1.70000005e+00 -2.00000003e-01  0.00000000e+00  8.99999976e-01
#|    3.00500000e+02])
