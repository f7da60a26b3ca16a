# The reference keeps sums in more bits and comes back; others are infinite, or not a number, as their order has it.
# test: run main(x=1x1x8xf32=[[[3e38 2e38 1e38 1e38 -3e38 -2e38 -1e38 -5e37]]])
@R.function
def main(x: R.Tensor((1, 1, 8), "float32")):
    return (R.sum(x, axis=[2]), R.mean(x, axis=[2]), R.nn.avg_pool1d(x, pool_size=[8]),
            R.nn.adaptive_avg_pool1d(x, output_size=[1]), R.matmul(x, R.ones((8, 1), "float32")))

#| ([[5.e+37]],
#|  [[6.25e+36]],
#|  [[[6.25e+36]]],
#|  [[[6.25e+36]]],
#|  [[[5.e+37]]])
