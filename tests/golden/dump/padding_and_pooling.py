# test: run --dump=kernels --fill=ones
@R.function
def main(x: R.Tensor((1, 2, 5, 5), "float32")):
    with R.dataflow():
        a = R.nn.max_pool2d(x, pool_size=[3, 3], strides=[2, 2], padding=[1, 1, 1, 1])
        b = R.nn.avg_pool2d(x, pool_size=[2, 2], strides=[2, 2])
        c = R.nn.pad(R.exp(x), [0, 0, 0, 0, 1, 1, 2, 0])
        out = (a, b, c)
        R.output(out)
    return out
