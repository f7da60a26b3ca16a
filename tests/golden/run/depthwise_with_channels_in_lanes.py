# test: run --dim=h=1..22:7 --fill='rand(normal,seed=7)' --guard
# test: run --dim=h=3..19:8 --entry=planes --fill='rand(normal,seed=7)' --guard
# test: run --dim=h=3..24:7 --entry=groups --fill='rand(normal,seed=7)' --guard
# test: run --dim=h=5 --entry=other_types --fill='rand(normal,seed=7)' --guard
# A channel of the output for each of the data, many taps: channels that lie side by side, whole vectors of them or
# not, rows of the image that lie in the padding, and planes too small to fill a vector. Groups of few channels, several
# of which fill a vector.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, "h", 9, 35), "float32"), y: R.Tensor((1, "h", 6, 32), "float32"), w: R.Tensor((35, 1, 5, 5), "float32"), v: R.Tensor((7, 7, 32, 1), "float32"), b: R.Tensor((1, 1, 1, 35), "float32")):
        h = T.int64()
        R.func_attr({"num_input": 2})
        with R.dataflow():
            a = R.nn.relu(R.add(R.nn.conv2d(x, w, padding=2, groups=35, data_layout="NHWC", kernel_layout="OIHW"), b))
            c = R.nn.conv2d(x, w, strides=[2, 3], padding=[5, 1, 6, 4], groups=35, data_layout="NHWC", kernel_layout="OIHW")
            d = R.nn.conv2d(y, v, padding=3, groups=32, data_layout="NHWC", kernel_layout="HWOI")
            e = R.nn.conv2d(y, v, dilation=[2, 1], padding=[9, 3], groups=32, data_layout="NHWC", kernel_layout="HWOI")
            R.output(a, c, d, e)
        return (a, c, d, e)

    @R.function
    def planes(x: R.Tensor((2, 21, "h", 7), "float32"), w: R.Tensor((21, 1, 5, 5), "float32"), b: R.Tensor((21, 1, 1), "float32")):
        h = T.int64()
        with R.dataflow():
            a = R.nn.relu(R.add(R.nn.conv2d(x, w, padding=2, groups=21), b))
            c = R.nn.conv2d(x, w, strides=2, padding=[1, 3, 4, 2], groups=21)
            R.output(a, c)
        return (a, c)

    @R.function
    def groups(x: R.Tensor((2, "h", 7, 40), "float32"), w: R.Tensor((40, 4, 3, 3), "float32"), v: R.Tensor((40, 8, 3, 5), "float32"), u: R.Tensor((3, 3, 2, 40), "float32"), b: R.Tensor((40,), "float32"), t: R.Tensor((40, 1), "float32")):
        h = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.nn.relu(R.add(R.nn.conv2d(x, w, padding=1, groups=10, data_layout="NHWC", kernel_layout="OIHW"), b))
            c = R.nn.conv2d(x, v, strides=[2, 1], padding=[4, 2, 5, 1], groups=5, data_layout="NHWC", kernel_layout="OIHW")
            d = R.add(R.nn.conv2d(x, u, dilation=[1, 2], padding=2, groups=20, data_layout="NHWC", kernel_layout="HWIO"), x)
            e = R.nn.conv2d(x, w, padding=1, groups=10, data_layout="NHWC", kernel_layout="OIHW")
            f = R.multiply(R.reshape(e, (2, h, 7, 10, 4)), R.reshape(R.strided_slice(t, [0], [0], [10]), (10, 1)))
            R.output(a, c, d, f)
        return (a, c, d, f)

    @R.function
    def other_types(x: R.Tensor((1, "h", 6, 20), "float16"), w: R.Tensor((20, 1, 5, 5), "float16"), y: R.Tensor((1, "h", 6, 20), "float64"), v: R.Tensor((20, 1, 5, 5), "float64")):
        h = T.int64()
        with R.dataflow():
            a = R.nn.conv2d(x, w, padding=2, groups=20, data_layout="NHWC", kernel_layout="OIHW")
            b = R.nn.conv2d(y, v, padding=2, groups=20, data_layout="NHWC", kernel_layout="OIHW")
            R.output(a, b)
        return (a, b)
