# test: run main(x=ones)
# A window that lies in the padding is 0.
@R.function
def main(x: R.Tensor((1, 1, 1, 1), "float32")):
    y = R.nn.avg_pool2d(x, pool_size=[2, 2], padding=[2, 2, 2, 2])
    return y

#| [[[[0. 0. 0. 0.]
#|    [0. 1. 1. 0.]
#|    [0. 1. 1. 0.]
#|    [0. 0. 0. 0.]]]]
