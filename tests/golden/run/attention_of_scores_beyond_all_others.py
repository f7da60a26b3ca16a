# test: run main(q=rand(normal,seed=1), k=rand(normal,seed=2), v=rand(normal,seed=3))
# Scores of about 1e38, whose rounding is beyond what a power of two can be: the greatest one takes all of the weight.
# Biases of the lowest number do not become infinite: they hide no key from a query, if they are the same for all.
@R.function
def main(q: R.Tensor((1, 2, 1, 4), "float32"), k: R.Tensor((1, 3, 1, 4), "float32"), v: R.Tensor((1, 3, 1, 2), "float32")):
    with R.dataflow():
        x = R.multiply(q, R.const(1e19, "float32"))
        y = R.multiply(k, R.const(1e18, "float32"))
        a = R.nn.attention(x, y, v)
        b = R.nn.attention(q, k, v, R.full(R.shape([1, 1, 2, 3]), R.const(-3.4028234e38, "float32"), dtype="float32"))
        R.output(a, b)
    return (a, b)

#| ([[[[0.46690494 0.8341456 ]]
#|
#|    [[0.46690494 0.8341456 ]]]],
#|  [[[[ 0.09245758 -0.20141664]]
#|
#|    [[ 0.09245758 -0.20141664]]]])
