# test: run main(x=iota(2, 3), y=1x3xf32=[[2 4 8]])
# Operands align at the right; a dim of 1 repeats.
@R.function
def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((1, 3), "float32")):
    with R.dataflow():
        a = R.add(x, y)
        b = R.subtract(x, y)
        c = R.multiply(a, b)
        d = R.divide(c, y)
        e = R.maximum(d, x)
        z = R.minimum(e, y)
        R.output(a, b, c, d, e, z)
    return (a, b, c, d, e, z)

#| ([[ 2.  5. 10.]
#|   [ 5.  8. 13.]],
#|  [[-2. -3. -6.]
#|   [ 1.  0. -3.]],
#|  [[ -4. -15. -60.]
#|   [  5.   0. -39.]],
#|  [[-2.    -3.75  -7.5  ]
#|   [ 2.5    0.    -4.875]],
#|  [[0. 1. 2.]
#|   [3. 4. 5.]],
#|  [[0. 1. 2.]
#|   [2. 4. 5.]])
