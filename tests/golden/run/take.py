# test: run main(x=iota(4, 3), i=3xi64=[2 0 3])
# Rows and columns by index.
@R.function
def main(x: R.Tensor((4, 3), "float32"), i: R.Tensor((3,), "int64")):
    with R.dataflow():
        a = R.take(x, i, axis=0)
        t = R.permute_dims(x)
        b = R.take(t, i, axis=1)
        R.output(a, b)
    return (a, b)

#| ([[ 6.  7.  8.]
#|   [ 0.  1.  2.]
#|   [ 9. 10. 11.]],
#|  [[ 6.  0.  9.]
#|   [ 7.  1. 10.]
#|   [ 8.  2. 11.]])
