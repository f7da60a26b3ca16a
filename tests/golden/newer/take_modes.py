# test: run main(x=2x4xf32=[[0 1 2 3][4 5 6 7]], i=3xi64=[-1 5 2])
# Indices beyond the axis: the nearest, modulo its length, or not a number.
@R.function
def main(x: R.Tensor((2, 4), "float32"), i: R.Tensor((3,), "int64")):
    with R.dataflow():
        g = R.take(x, i, axis=1, mode="clip")
        h = R.take(x, i, axis=1, mode="wrap")
        k = R.isnan(R.take(x, i, axis=1, mode="nan"))
        R.output(g, h, k)
    return (g, h, k)

#| ([[0. 3. 2.]
#|   [4. 7. 6.]],
#|  [[3. 1. 2.]
#|   [7. 5. 6.]],
#|  [[ True  True False]
#|   [ True  True False]])
