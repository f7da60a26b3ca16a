# test: run --dim=n=1..2 --dim=h=1..9:4 --fill='rand(normal,seed=7)' --guard
# test: run --dim=n=1..2 --dim=h=1..9:4 --entry=layouts --fill='rand(normal,seed=7)' --guard
# test: run --dim=n=1..2 --dim=h=1..9:4 --entry=rows --fill='rand(normal,seed=7)' --guard
# test: run --dim=h=2..5:3 --entry=integers --fill=iota
# test: run --dim=h=2..5:3 --entry=far_apart --fill='rand(normal,seed=7)' --guard
# Each remainder of a place by the strides has taps of its own: as many, fewer, or none, inside of the data or before it.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 12, "h", 7), "float32"), w: R.Tensor((12, 10, 4, 3), "float32"), g: R.Tensor((12, 5, 3, 2), "float32"), b: R.Tensor((10, 1, 1), "float32"), one: R.Tensor((12, 20, 1, 1), "float32")):
        n = T.int64()
        h = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.nn.conv2d_transpose(x, w)
            c = R.nn.relu(R.add(R.nn.conv2d_transpose(x, w, strides=[2, 2], padding=[1, 0, 2, 1], output_padding=[1, 0]), b))
            d = R.nn.conv2d_transpose(x, w, strides=[3, 2], dilation=[2, 4], output_padding=[2, 1])
            e = R.nn.conv2d_transpose(x, g, strides=[2, 3], groups=2, padding=[0, 1, 1, 0])
            f = R.nn.conv2d_transpose(x, one, strides=[3, 2], output_padding=[2, 1])
            i = R.nn.conv2d_transpose(x, one, padding=[0, 2, 0, 2])
            j = R.add(R.nn.conv2d_transpose(x, g, strides=[5, 4], output_padding=[1, 2], groups=3), R.nn.conv2d_transpose(x, R.multiply(g, g), strides=[5, 4], output_padding=[1, 2], groups=3))
            p = R.permute_dims(R.sigmoid(R.nn.conv2d_transpose(x, w, strides=[2, 2])), [0, 2, 3, 1])
            R.output(a, c, d, e, f, i, j, p)
        return (a, c, d, e, f, i, j, p)

    @R.function
    def layouts(x: R.Tensor(("n", "h", 6, 9), "float32"), w: R.Tensor((3, 2, 5, 9), "float32"), r: R.Tensor(("n", 5, "2 * h + 1", 12), "float32")):
        n = T.int64()
        h = T.int64()
        with R.dataflow():
            a = R.nn.conv2d_transpose(x, w, strides=[2, 2], data_layout="NHWC", kernel_layout="HWOI")
            b = R.nn.conv2d_transpose(x, w, strides=[2, 2], data_layout="NHWC", kernel_layout="HWOI", out_layout="NCHW")
            c = R.multiply(b, r)
            d = R.concat((a, a), axis=3)
            R.output(c, d)
        return (c, d)

    @R.function
    def rows(x: R.Tensor(("n", 8, "h"), "float32"), w: R.Tensor((8, 6, 5), "float32"), v: R.Tensor((8, 3, 2), "float32")):
        n = T.int64()
        h = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.nn.conv1d_transpose(x, w, strides=3, padding=2, output_padding=2)
            b = R.nn.conv1d_transpose(x, v, strides=4, groups=2, dilation=3)
            c = R.nn.conv1d_transpose(R.permute_dims(x, [0, 2, 1]), w, strides=2, data_layout="NWC", kernel_layout="IOW")
            R.output(a, b, c)
        return (a, b, c)

    @R.function
    def integers(x: R.Tensor((1, 4, "h", 3), "int8"), w: R.Tensor((4, 2, 3, 3), "int8")):
        h = T.int64()
        with R.dataflow():
            a = R.nn.conv2d_transpose(x, w, strides=[2, 2], out_dtype="int32")
            b = R.nn.conv2d_transpose(R.astype(x, "float64"), R.astype(w, "float64"), strides=[2, 1])
            R.output(a, b)
        return (a, b)

    @R.function
    def far_apart(x: R.Tensor((2, 4, "h", 3), "float32"), w: R.Tensor((4, 2, 3, 3), "float32"), one: R.Tensor((4, 2, 1, 1), "float32")):
        h = T.int64()
        with R.dataflow():
            a = R.nn.relu(R.nn.conv2d_transpose(x, w, strides=[40, 7], padding=[1, 2, 1, 0], groups=2))
            b = R.nn.conv2d_transpose(x, one, strides=[90, 110])
            R.output(a, b)
        return (a, b)

#| $ run --dim=n=1..2 --dim=h=1..9:4 --fill='rand(normal,seed=7)' --guard
#| n=1, h=1: agrees
#| n=1, h=5: agrees
#| n=1, h=9: agrees
#| n=2, h=1: agrees
#| n=2, h=5: agrees
#| n=2, h=9: agrees
#| 6 of 6 sizes agree
#| $ run --dim=n=1..2 --dim=h=1..9:4 --entry=layouts --fill='rand(normal,seed=7)' --guard
#| n=1, h=1: agrees
#| n=1, h=5: agrees
#| n=1, h=9: agrees
#| n=2, h=1: agrees
#| n=2, h=5: agrees
#| n=2, h=9: agrees
#| 6 of 6 sizes agree
#| $ run --dim=n=1..2 --dim=h=1..9:4 --entry=rows --fill='rand(normal,seed=7)' --guard
#| n=1, h=1: agrees
#| n=1, h=5: agrees
#| n=1, h=9: agrees
#| n=2, h=1: agrees
#| n=2, h=5: agrees
#| n=2, h=9: agrees
#| 6 of 6 sizes agree
#| $ run --dim=h=2..5:3 --entry=integers --fill=iota
#| h=2: agrees
#| h=5: agrees
#| 2 of 2 sizes agree
#| $ run --dim=h=2..5:3 --entry=far_apart --fill='rand(normal,seed=7)' --guard
#| h=2: agrees
#| h=5: agrees
#| 2 of 2 sizes agree
