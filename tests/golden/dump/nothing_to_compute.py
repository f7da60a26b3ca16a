# test: run --dump=kernels --fill=ones
@R.function
def main(x: R.Tensor((2, 3), "float32"), unused: R.Tensor((7,), "int8"), s: R.Shape([2])):
    with R.dataflow():
        out = (x, R.const([1.5, 2.5], "float32"))
        R.output(out)
    return out
