# test: run --dim=h=1..25:4 --fill='rand(normal,seed=7)'
# test: run --dim=h=3..17:7 --fill='rand(normal,seed=7)' --guard
# A sum of few products for each element of the output: rows, channels behind each other, several outputs of a channel,
# halves, integers, a whole window of padding.
@R.function
def main(x: R.Tensor((2, 6, "h", 19), "float32"), w: R.Tensor((6, 1, 3, 3), "float32"), v: R.Tensor((12, 1, 5, 2), "float32"), b: R.Tensor((6, 1, 1), "float32"), y: R.Tensor((1, "h", 9, 20), "float32"), u: R.Tensor((3, 3, 20, 1), "float32"), i: R.Tensor((1, 4, "h", 9), "int8"), j: R.Tensor((4, 1, 2, 2), "int8")):
    h = T.int64()
    with R.dataflow():
        a = R.nn.relu(R.add(R.nn.conv2d(x, w, padding=1, groups=6), b))
        c = R.nn.conv2d(x, v, strides=[2, 3], padding=[4, 0, 3, 2], groups=6)
        d = R.nn.conv2d(x, w, dilation=[2, 3], padding=[4, 3, 4, 3], groups=6)
        e = R.nn.conv2d(y, u, padding=1, groups=20, data_layout="NHWC", kernel_layout="HWOI")
        f = R.nn.conv2d(y, u, padding=[2, 1, 2, 1], groups=20, data_layout="NHWC", kernel_layout="HWOI", out_layout="NCHW")
        g = R.nn.conv2d(R.astype(x, "float16"), R.astype(w, "float16"), padding=1, groups=6)
        k = R.nn.conv2d(i, j, padding=1, groups=4, out_dtype="int32")
        m = R.nn.conv2d(x, R.const(float("inf"), "float32") * w, padding=1, groups=6)
        R.output(a, c, d, e, f, g, k, m)
    return (a, c, d, e, f, g, k, m)

#| $ run --dim=h=1..25:4 --fill='rand(normal,seed=7)'
#| h=1: agrees
#| h=5: agrees
#| h=9: agrees
#| h=13: agrees
#| h=17: agrees
#| h=21: agrees
#| h=25: agrees
#| 7 of 7 sizes agree
#| $ run --dim=h=3..17:7 --fill='rand(normal,seed=7)' --guard
#| h=3: agrees
#| h=10: agrees
#| h=17: agrees
#| 3 of 3 sizes agree
