# test: run main(x=6xf32=[-2 -0.5 0 0.5 1 3])
# Every elementwise function of one operand.
@R.function
def main(x: R.Tensor((6,), "float32")):
    with R.dataflow():
        a = R.exp(x)
        b = R.erf(x)
        c = R.sigmoid(x)
        d = R.tanh(x)
        e = R.abs(x)
        f = R.negative(x)
        g = R.nn.relu(x)
        h = R.nn.silu(x)
        i = R.nn.gelu(x)
        R.output(a, b, c, d, e, f, g, h, i)
    return (a, b, c, d, e, f, g, h, i)
