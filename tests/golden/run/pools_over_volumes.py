# test: run main(v=iota)
# The eight elements 0 to 7: the greatest is 7; the means of the even and of the odd ones are 3 and 4.
@R.function
def main(v: R.Tensor((1, 1, 2, 2, 2), "float32")):
    a = R.nn.max_pool3d(v, pool_size=[2, 2, 2])
    b = R.nn.avg_pool3d(v, pool_size=[2, 2, 1])
    return (a, b)

#| ([[[[[7.]]]]],
#|  [[[[[3. 4.]]]]])
