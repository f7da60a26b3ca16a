# test: fails check
# All of them in one run.
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    with R.dataflow():
        a = R.addd(x, x)
        b = R.add(x, nope)
        c = R.matmul(x, x)
        d = R.sum(x, axis=[7])
        e = R.astype(x, "flaot32")
        R.output(x)
    return x
