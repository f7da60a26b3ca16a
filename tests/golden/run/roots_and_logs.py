# test: run main(x=5xf32=[0 0.25 1 2 100])
# Where the argument must not be negative.
@R.function
def main(x: R.Tensor((5,), "float32")):
    with R.dataflow():
        a = R.sqrt(x)
        b = R.rsqrt(x)
        c = R.log(x)
        R.output(a, b, c)
    return (a, b, c)
