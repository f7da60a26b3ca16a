# test: run --dim=h=1..21:4 --fill='rand(normal,seed=7)'
# test: run --dim=h=1..21:10 --fill='rand(normal,seed=7)' --guard
# test: run --dim=h=1..21:5 --fill='rand(normal,seed=7)' --no-winograd
# test: run --dim=h=3..19:8 --entry=mixed --fill='rand(normal,seed=7)' --guard
# test: run --dim=h=3..19:8 --entry=other_types --fill='rand(normal,seed=7)' --guard
# test: run --dim=h=4..16:6 --entry=beyond_numbers --fill='rand(normal,seed=7)' --guard
# Channels that lie side by side: windows are copied pixel by pixel, from images beside each other, with strides,
# dilation, padding and groups; layouts that change on the way.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, "h", 13, 48), "float32"), one: R.Tensor((40, 48, 1, 1), "float32"), w: R.Tensor((40, 48, 3, 3), "float32"), k: R.Tensor((3, 3, 48, 40), "float32"), g: R.Tensor((36, 16, 3, 2), "float32"), d: R.Tensor((96, 1, 3, 3), "float32"), b: R.Tensor((1, 1, 1, 40), "float32")):
        h = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.nn.relu(R.add(R.nn.conv2d(x, one, data_layout="NHWC", kernel_layout="OIHW"), b))
            c = R.nn.relu(R.add(R.nn.conv2d(x, one, strides=2, data_layout="NHWC", kernel_layout="OIHW"), b))
            e = R.add(R.nn.relu(R.add(R.nn.conv2d(x, w, padding=1, data_layout="NHWC", kernel_layout="OIHW"), b)), a)
            f = R.nn.conv2d(x, k, strides=[2, 1], padding=[1, 2, 1, 0], data_layout="NHWC", kernel_layout="HWIO")
            i = R.nn.conv2d(x, k, dilation=[1, 3], padding=3, data_layout="NHWC", kernel_layout="HWIO")
            j = R.nn.conv2d(x, g, groups=3, strides=2, padding=1, data_layout="NHWC", kernel_layout="OIHW")
            l = R.nn.conv2d(x, d, groups=48, strides=2, padding=1, data_layout="NHWC", kernel_layout="OIHW")
            R.output(a, c, e, f, i, j, l)
        return (a, c, e, f, i, j, l)

    @R.function
    def mixed(x: R.Tensor((2, 3, "h", 20), "float32"), first: R.Tensor((24, 3, 7, 7), "float32"), w: R.Tensor((40, 24, 3, 3), "float32"), v: R.Tensor((24, 24, 3, 3), "float32"), one: R.Tensor((24, 24, 1, 1), "float32")):
        h = T.int64()
        with R.dataflow():
            a = R.nn.relu(R.nn.conv2d(x, first, strides=2, padding=3, data_layout="NCHW", kernel_layout="OIHW", out_layout="NHWC"))
            b = R.nn.conv2d(a, w, strides=2, padding=1, data_layout="NHWC", kernel_layout="OIHW")
            c = R.nn.conv2d(a, w, padding=1, data_layout="NHWC", kernel_layout="OIHW", out_layout="NCHW")
            d = R.nn.conv2d(a, w, strides=2, padding=1, data_layout="NHWC", kernel_layout="OIHW", out_layout="NCHW")
            e = R.nn.conv2d(a, one, data_layout="NHWC", kernel_layout="OIHW", out_layout="NCHW")
            f = R.nn.conv2d(e, v, padding=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NHWC")
            g = R.nn.conv2d(a, R.multiply(v, v), padding=1, data_layout="NHWC", kernel_layout="OIHW")
            R.output(a, b, c, d, e, f, g)
        return (a, b, c, d, e, f, g)

    @R.function
    def other_types(x: R.Tensor((1, "h", 9, 20), "float64"), w: R.Tensor((18, 20, 3, 3), "float64"), y: R.Tensor((1, "h", 9, 20), "float16"), v: R.Tensor((18, 20, 3, 3), "float16"), i: R.Tensor((1, "h", 9, 20), "int8"), j: R.Tensor((18, 20, 3, 3), "int8")):
        h = T.int64()
        with R.dataflow():
            a = R.nn.conv2d(x, w, strides=2, padding=1, data_layout="NHWC", kernel_layout="OIHW")
            b = R.nn.conv2d(y, v, padding=1, data_layout="NHWC", kernel_layout="OIHW")
            c = R.nn.conv2d(i, j, padding=1, data_layout="NHWC", kernel_layout="OIHW", out_dtype="int32")
            d = R.nn.conv2d(R.astype(i, "int32"), R.astype(j, "int32"), padding=1, data_layout="NHWC", kernel_layout="OIHW")
            R.output(a, b, c, d)
        return (a, b, c, d)

    @R.function
    def beyond_numbers(x: R.Tensor((1, "h", 16, 50), "float32"), w: R.Tensor((30, 50, 3, 3), "float32")):
        h = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.where(R.greater(x, R.const(3.2, "float32")), R.const(float("inf"), "float32"), x)
            b = R.where(R.less(x, R.const(-3.2, "float32")), R.const(float("nan"), "float32"), a)
            c = R.nn.conv2d(b, w, padding=1, data_layout="NHWC", kernel_layout="OIHW")
            d = R.nn.conv2d(R.multiply(x, R.const(2e33, "float32")), w, padding=1, data_layout="NHWC", kernel_layout="OIHW")
            R.output(c, d)
        return (c, d, R.isnan(c), R.isfinite(c))

#| $ run --dim=h=1..21:4 --fill='rand(normal,seed=7)'
#| h=1: agrees
#| h=5: agrees
#| h=9: agrees
#| h=13: agrees
#| h=17: agrees
#| h=21: agrees
#| 6 of 6 sizes agree
#| $ run --dim=h=1..21:10 --fill='rand(normal,seed=7)' --guard
#| h=1: agrees
#| h=11: agrees
#| h=21: agrees
#| 3 of 3 sizes agree
#| $ run --dim=h=1..21:5 --fill='rand(normal,seed=7)' --no-winograd
#| h=1: agrees
#| h=6: agrees
#| h=11: agrees
#| h=16: agrees
#| h=21: agrees
#| 5 of 5 sizes agree
#| $ run --dim=h=3..19:8 --entry=mixed --fill='rand(normal,seed=7)' --guard
#| h=3: agrees
#| h=11: agrees
#| h=19: agrees
#| 3 of 3 sizes agree
#| $ run --dim=h=3..19:8 --entry=other_types --fill='rand(normal,seed=7)' --guard
#| h=3: agrees
#| h=11: agrees
#| h=19: agrees
#| 3 of 3 sizes agree
#| $ run --dim=h=4..16:6 --entry=beyond_numbers --fill='rand(normal,seed=7)' --guard
#| h=4: agrees
#| h=10: agrees
#| h=16: agrees
#| 3 of 3 sizes agree
