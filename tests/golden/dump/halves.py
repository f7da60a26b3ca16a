# test: run --dump=kernels --fill=ones
# Sums of float16 are in float32.
@R.function
def main(x: R.Tensor((3, 8), "float16"), w: R.Tensor((8, 4), "float16")):
    with R.dataflow():
        y = R.matmul(x, w)
        z = R.sum(R.nn.silu(y), axis=[1])
        out = R.sigmoid(z)
        R.output(out)
    return out
