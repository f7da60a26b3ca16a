# test: run --dump=kernels --fill=ones
# Indices are looked at once, before they are used.
@R.function
def main(table: R.Tensor((5, 3), "float32"), ids: R.Tensor((2, 4), "int64")):
    with R.dataflow():
        rows = R.take(table, ids, axis=0)
        out = R.multiply(rows, R.const(2.0, "float32"))
        R.output(out)
    return out
