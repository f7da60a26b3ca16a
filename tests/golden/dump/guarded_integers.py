# test: run --dump=kernels --fill=ones
# A division by 0 gives 0 here, a shift by too much nothing; TIR has neither.
@R.function
def main(x: R.Tensor((4,), "int32"), y: R.Tensor((4,), "int32")):
    with R.dataflow():
        a = R.floor_divide(x, y)
        b = R.left_shift(x, y)
        c = R.right_shift(x, y)
        d = R.divide(x, R.const(4, "int32"))
        e = R.abs(x)
        out = (a, b, c, d, e)
        R.output(out)
    return out
