# test: run --dump=kernels --fill=ones
# T.max(a, b) is a > b ? a : b; a reduction keeps a NaN on either side.
@R.function
def main(x: R.Tensor((3, 4), "float32"), y: R.Tensor((3, 4), "float32"), n: R.Tensor((3, 4), "int32")):
    with R.dataflow():
        a = R.max(x, axis=[1])
        b = R.argmin(x, axis=0)
        c = R.maximum(x, y)
        d = R.min(n, axis=[0])
        out = (a, b, c, d)
        R.output(out)
    return out
