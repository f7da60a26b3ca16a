# test: run main(x=6xf32=[-3e9 -1.5 300.7 3e9 nan inf])
# What an integer cannot hold becomes the nearest that it can, NaN becomes 0; the language leaves both open.
@R.function
def main(x: R.Tensor((6,), "float32")):
    with R.dataflow():
        a = R.astype(x, "int8")
        b = R.astype(x, "uint8")
        c = R.astype(x, "int32")
        d = R.astype(x, "uint32")
        e = R.astype(x, "int64")
        R.output(a, b, c, d, e)
    return (a, b, c, d, e)

#| ([-128   -1  127  127    0  127],
#|  [  0   0 255 255   0 255],
#|  [-2147483648          -1         300  2147483647           0  2147483647],
#|  [         0          0        300 3000000000          0 4294967295],
#|  [        -3000000000                  -1                 300
#|            3000000000                   0 9223372036854775807])
