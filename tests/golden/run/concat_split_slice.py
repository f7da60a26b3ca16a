# test: run main(x=iota(2, 6), y=iota(2, 2))
# Parts and wholes.
@R.function
def main(x: R.Tensor((2, 6), "float32"), y: R.Tensor((2, 2), "float32")):
    with R.dataflow():
        a = R.concat((x, y), axis=1)
        s = R.split(a, [1, 4], axis=1)
        b = s[0]
        c = s[1]
        d = s[2]
        e = R.strided_slice(x, [1], [5], [0], [-2])
        f = R.strided_slice(x, [0, 1], [1, 2], [2, 100])
        R.output(a, b, c, d, e, f)
    return (a, b, c, d, e, f)

#| ([[ 0.  1.  2.  3.  4.  5.  0.  1.]
#|   [ 6.  7.  8.  9. 10. 11.  2.  3.]],
#|  [[0.]
#|   [6.]],
#|  [[1. 2. 3.]
#|   [7. 8. 9.]],
#|  [[ 4.  5.  0.  1.]
#|   [10. 11.  2.  3.]],
#|  [[ 5.  3.  1.]
#|   [11.  9.  7.]],
#|  [[ 8.  9. 10. 11.]])
