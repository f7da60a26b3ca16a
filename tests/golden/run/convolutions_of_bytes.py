# test: run --dim=h=3..15:4 --fill=rand
# test: run --dim=h=3..15:6 --fill=rand --guard
# Windows of integers of 8 and 16 bits, of both signs: of pixels whose channels lie side by side, and of planes; few
# channels and many, groups, strides, dilation and padding.
@R.function
def main(x: R.Tensor((2, "h", 13, 20), "int8"), u: R.Tensor((2, 20, "h", 19), "uint8"), i: R.Tensor((1, "h", 12, 18), "int16"), t: R.Tensor((1, "h", 17, 3), "uint8"), w: R.Tensor((40, 20, 3, 3), "int8"), v: R.Tensor((6, 20, 2, 3), "uint8"), k: R.Tensor((3, 3, 18, 50), "int16"), g: R.Tensor((40, 10, 3, 2), "int8"), f: R.Tensor((50, 3, 3, 5), "int8")):
    h = T.int64()
    a = R.nn.conv2d(x, w, padding=1, data_layout="NHWC", kernel_layout="OIHW", out_dtype="int32")
    b = R.nn.conv2d(u, w, padding=1, strides=[1, 2], out_dtype="int32")
    c = R.nn.conv2d(u, v, padding=[0, 1], out_dtype="int32")
    d = R.nn.conv2d(x, v, strides=2, data_layout="NHWC", kernel_layout="OIHW", out_dtype="int32")
    e = R.nn.conv2d(i, k, padding=2, dilation=[1, 2], data_layout="NHWC", kernel_layout="HWIO", out_dtype="int32")
    j = R.nn.conv2d(x, g, groups=2, padding=1, data_layout="NHWC", kernel_layout="OIHW", out_dtype="int32")
    l = R.nn.conv2d(u, g, groups=2, padding=1, out_dtype="int32")
    m = R.nn.relu(R.nn.conv2d(t, f, padding=[1, 2], strides=2, data_layout="NHWC", kernel_layout="OIHW", out_dtype="int32"))
    return (a, b, c, d, e, j, l, m)

#| $ run --dim=h=3..15:4 --fill=rand
#| h=3: agrees
#| h=7: agrees
#| h=11: agrees
#| h=15: agrees
#| 4 of 4 sizes agree
#| $ run --dim=h=3..15:6 --fill=rand --guard
#| h=3: agrees
#| h=9: agrees
#| h=15: agrees
#| 3 of 3 sizes agree
