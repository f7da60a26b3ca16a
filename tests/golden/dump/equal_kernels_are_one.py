# test: run --dump=kernels --fill=ones
@R.function
def main(x: R.Tensor((2, 4), "float32"), w: R.Tensor((4, 4), "float32")):
    with R.dataflow():
        a = R.matmul(x, w)
        b = R.matmul(a, w)
        c = R.matmul(b, w)
        d = R.matmul(c, w)
        R.output(d)
    return d
