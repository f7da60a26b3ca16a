# test: fmt
# Defaults are printed too.
@R.function
def main(x: R.Tensor((1, 3, 8, 8), "float32"), w: R.Tensor((4, 3, 3, 3), "float32")):
    with R.dataflow():
        y = R.nn.conv2d(x, w)
        z = R.nn.max_pool2d(y)
        R.output(z)
    return z
