# test: run main(x=iota(2, 3, 4))
# Over one axis, several, all.
@R.function
def main(x: R.Tensor((2, 3, 4), "float32")):
    with R.dataflow():
        a = R.sum(x, axis=[1])
        b = R.mean(x, axis=[0, 2], keepdims=True)
        c = R.max(x)
        d = R.min(x, axis=[-1])
        R.output(a, b, c, d)
    return (a, b, c, d)
