# test: run --dump=kernels --fill=ones
@R.function
def main(x: R.Tensor((2, 3), "float32"), m: R.Tensor((2, 3), "bool")):
    with R.dataflow():
        a = R.logical_and(m, R.greater(x, R.const(0.5, "float32")))
        b = R.where(a, x, R.const(-1.0, "float32"))
        c = R.astype(a, "int32")
        d = R.isinf(x)
        e = R.isfinite(R.astype(x, "float16"))
        f = R.isnan(R.astype(x, "float16"))
        out = (a, b, c, d, e, f)
        R.output(out)
    return out
