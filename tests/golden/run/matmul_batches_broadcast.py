# test: run main(a=iota(2, 1, 2, 3), b=iota(3, 3, 2))
# Batch dims broadcast as in NumPy.
@R.function
def main(a: R.Tensor((2, 1, 2, 3), "float32"), b: R.Tensor((3, 3, 2), "float32")):
    with R.dataflow():
        c = R.matmul(a, b)
        R.output(c)
    return c

#| [[[[ 10.  13.]
#|    [ 28.  40.]]
#|
#|   [[ 28.  31.]
#|    [100. 112.]]
#|
#|   [[ 46.  49.]
#|    [172. 184.]]]
#|
#|
#|  [[[ 46.  67.]
#|    [ 64.  94.]]
#|
#|   [[172. 193.]
#|    [244. 274.]]
#|
#|   [[298. 319.]
#|    [424. 454.]]]]
