# test: run main(x=1x1x2xu64=[[[18446744073709551614 0]]])
# The sum of numbers without a sign has none.
@R.function
def main(x: R.Tensor((1, 1, 2), "uint64")):
    a = R.mean(x)
    b = R.nn.avg_pool1d(x, pool_size=[2])
    return (a, b)

#| (9223372036854775807,
#|  [[[9223372036854775807]]])
