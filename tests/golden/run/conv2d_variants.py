# test: run main(x=iota(1, 4, 5, 5), w=rand(normal,seed=5), wg=rand(normal,seed=6), wd=rand(normal,seed=7))
# Padding, strides, dilation, groups, depthwise.
@R.function
def main(x: R.Tensor((1, 4, 5, 5), "float32"), w: R.Tensor((2, 4, 3, 3), "float32"), wg: R.Tensor((4, 2, 3, 3), "float32"), wd: R.Tensor((4, 1, 2, 2), "float32")):
    with R.dataflow():
        a = R.nn.conv2d(x, w, padding=1, strides=2)
        b = R.nn.conv2d(x, w, dilation=2)
        c = R.nn.conv2d(x, wg, groups=2, padding=[0, 1, 2, 1])
        d = R.nn.conv2d(x, wd, groups=4)
        R.output(a, b, c, d)
    return (a, b, c, d)
