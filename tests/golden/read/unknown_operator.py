# test: fails check
# With the nearest name.
@R.function
def main(x: R.Tensor((2, 2), "float32")):
    with R.dataflow():
        y = R.matmull(x, x)
        z = R.nn.sofmax(y)
        R.output(z)
    return z
