# test: run --dump=kernels --fill=ones
@R.function
def main(x: R.Tensor((4, 6), "float32")):
    with R.dataflow():
        out = R.nn.softmax(x, axis=-1)
        R.output(out)
    return out
