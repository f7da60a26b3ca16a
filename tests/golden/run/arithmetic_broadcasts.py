# test: run main(x=iota(2, 3), y=1x3xf32=[[2 4 8]])
# Operands align at the right; a dim of 1 repeats.
@R.function
def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((1, 3), "float32")):
    with R.dataflow():
        a = R.add(x, y)
        b = R.subtract(x, y)
        c = R.multiply(a, b)
        d = R.divide(c, y)
        e = R.maximum(d, x)
        z = R.minimum(e, y)
        R.output(a, b, c, d, e, z)
    return (a, b, c, d, e, z)
