# test: fails check
# Both shapes and the dim are named.
@R.function
def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((4, 3), "float32")):
    with R.dataflow():
        z = R.add(x, y)
        R.output(z)
    return z
