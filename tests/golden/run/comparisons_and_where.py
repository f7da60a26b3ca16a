# test: run main(x=4xf32=[1 2 3 4], y=4xf32=[4 2 2 4])
# Comparisons give bool; where chooses.
@R.function
def main(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float32")):
    with R.dataflow():
        a = R.less(x, y)
        b = R.less_equal(x, y)
        c = R.greater(x, y)
        d = R.greater_equal(x, y)
        e = R.equal(x, y)
        f = R.not_equal(x, y)
        g = R.where(a, x, y)
        R.output(a, b, c, d, e, f, g)
    return (a, b, c, d, e, f, g)

#| ([ True False False False],
#|  [ True  True False  True],
#|  [False False  True False],
#|  [False  True  True  True],
#|  [False  True False  True],
#|  [ True False  True False],
#|  [1. 2. 2. 4.])
