# test: fails check
# A number must be wrapped into R.const.
@R.function
def main(x: R.Tensor((2,), "float32")):
    with R.dataflow():
        y = R.add(x, 1.0)
        R.output(y)
    return y
