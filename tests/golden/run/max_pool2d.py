# test: run main(x=iota(1, 1, 5, 5))
# Padding never wins; ceil_mode adds a window.
@R.function
def main(x: R.Tensor((1, 1, 5, 5), "float32")):
    with R.dataflow():
        n = R.negative(x)
        a = R.nn.max_pool2d(n, pool_size=3, strides=2, padding=1)
        b = R.nn.max_pool2d(x, pool_size=2, strides=2, ceil_mode=True)
        R.output(a, b)
    return (a, b)

#| ([[[[ -0.  -1.  -3.]
#|     [ -5.  -6.  -8.]
#|     [-15. -16. -18.]]]],
#|  [[[[ 6.  8.  9.]
#|     [16. 18. 19.]
#|     [21. 23. 24.]]]])
