# test: run main(x=iota(2, 8), y=iota(3))
@R.function
def main(x: R.Tensor((2, 8), "float32"), y: R.Tensor(("n",), "float32")):
    n = T.int64()
    a = R.strided_slice(x, [1], [1], [8], [n], assume_inbound=True)
    b = R.strided_slice(x, [1], [0], [-1], [n * 2 + 1])
    return (a, b)

#| ([[ 1.  4.  7.]
#|   [ 9. 12. 15.]],
#|  [[0.]
#|   [8.]])
