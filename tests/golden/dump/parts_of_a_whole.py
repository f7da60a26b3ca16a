# test: run --dump=kernels --fill=ones
# Who writes a part of a tensor begun by another goes on in its memory.
@R.function
def main(x: R.Tensor((2, 3), "float32"), w: R.Tensor((3, 4), "float32"), y: R.Tensor((2, 2), "float32")):
    with R.dataflow():
        a = R.matmul(x, w)
        out = R.concat((a, R.exp(y)), axis=1)
        R.output(out)
    return out
