# test: fails check
# The axis and the rank are named.
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    with R.dataflow():
        y = R.nn.softmax(x, axis=2)
        R.output(y)
    return y
