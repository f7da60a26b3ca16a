# test: run main(x=iota(1, 1, 4))
# The sum is as wide as the elements, and so is the mean.
@R.function
def main(x: R.Tensor((1, 1, "n"), "int64")):
    a = R.nn.avg_pool1d(x, pool_size=[2])
    return a

#| [[[0 1 2]]]
