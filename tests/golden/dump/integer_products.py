# test: run --dump=kernels --fill=ones
@R.function
def main(x: R.Tensor((3, 8), "int8"), w: R.Tensor((8, 4), "int8")):
    with R.dataflow():
        y = R.matmul(x, w, out_dtype="int32")
        z = R.astype(y, "float32")
        out = R.multiply(z, R.const(0.125, "float32"))
        R.output(out)
    return out
