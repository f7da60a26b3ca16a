# test: run main(x=5xf32=[-1.7 -0.2 0 0.9 300.5])
# Toward zero to integers; not zero is true; float16 rounds.
@R.function
def main(x: R.Tensor((5,), "float32")):
    with R.dataflow():
        a = R.astype(x, "int32")
        b = R.astype(x, "bool")
        c = R.astype(x, "float16")
        d = R.astype(c, "float32")
        e = R.astype(x, "float64")
        R.output(a, b, c, d, e)
    return (a, b, c, d, e)
