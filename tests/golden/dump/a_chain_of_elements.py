# test: run --dump=kernels --fill=ones --dim=n=3
# Symbols are numbers: a kernel is for these shapes.
@R.function
def main(x: R.Tensor(("n", 8), "float32"), b: R.Tensor((8,), "float32")):
    with R.dataflow():
        y = R.add(x, b)
        z = R.nn.relu(y)
        out = R.multiply(R.exp(z), R.const(0.5, "float32"))
        R.output(out)
    return out
