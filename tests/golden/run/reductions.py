# test: run main(x=iota(2, 3, 4))
# Over one axis, several, all.
@R.function
def main(x: R.Tensor((2, 3, 4), "float32")):
    with R.dataflow():
        a = R.sum(x, axis=[1])
        b = R.mean(x, axis=[0, 2], keepdims=True)
        c = R.max(x)
        d = R.min(x, axis=[-1])
        R.output(a, b, c, d)
    return (a, b, c, d)

#| ([[12. 15. 18. 21.]
#|   [48. 51. 54. 57.]],
#|  [[[ 7.5]
#|    [11.5]
#|    [15.5]]],
#|  23.0,
#|  [[ 0.  4.  8.]
#|   [12. 16. 20.]])
