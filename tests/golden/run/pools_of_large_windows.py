# test: run --dim=h=7..20:6 --fill='rand(normal,seed=7)' --guard
# test: run --dim=h=9..13:4 --entry=volumes --fill='rand(normal,seed=7)' --guard
# test: run --dim=h=16..19:3 --entry=whole --fill='rand(normal,seed=7)' --guard
# test: run --dim=n=600..1030:215 --entry=long --fill='rand(normal,seed=7)' --guard
# Windows go axis by axis: with padding and without, with strides and dilation, windows that lie beside the image, and
# one of 13 x 13 = 169 elements. Whole axes are reduced, and what is longer than 144 elements is pooled in two steps.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 3, "h", 19), "float32"), y: R.Tensor((1, "h", 15, 18), "float32"), i: R.Tensor((1, 2, "h", 19), "int32")):
        h = T.int64()
        with R.dataflow():
            a = R.nn.max_pool2d(x, [13, 13], padding=[6, 6, 6, 6])
            b = R.nn.max_pool2d(y, [5, 4], [2, 3], [3, 2, 2, 1], [1, 2], layout="NHWC", ceil_mode=True)
            c = R.nn.avg_pool2d(x, [5, 5], [2, 1], [2, 2, 2, 2])
            d = R.nn.avg_pool2d(y, [5, 4], [3, 2], [2, 1, 2, 3], count_include_pad=True, layout="NHWC", ceil_mode=True)
            e = R.exp(R.nn.max_pool2d(R.negative(x), [3, 7]))
            f = R.nn.max_pool2d(i, [4, 4], padding=[2, 2, 1, 1])
            R.output(a, b, c, d, e, f)
        return (a, b, c, d, e, f)

    @R.function
    def volumes(x: R.Tensor((1, 2, "h", 9, 10), "float32")):
        h = T.int64()
        with R.dataflow():
            a = R.nn.max_pool3d(x, [5, 5, 5], [2, 1, 2], [2, 2, 2, 2, 2, 2])
            b = R.nn.avg_pool3d(x, [3, 3, 3], [1, 2, 1], [1, 1, 1, 1, 1, 1], count_include_pad=False)
            R.output(a, b)
        return (a, b)

    @R.function
    def whole(x: R.Tensor((2, 3, 14, "h"), "float32"), y: R.Tensor((1, 14, 14, 5), "float16")):
        h = T.int64()
        with R.dataflow():
            a = R.nn.avg_pool2d(x, [14, 16])
            b = R.nn.max_pool2d(x, [14, 16], [2, 2])
            c = R.nn.avg_pool2d(x, [14, 3], [1, 2], [0, 1, 0, 1])
            d = R.nn.avg_pool2d(y, [14, 14], layout="NHWC")
            e = R.nn.max_pool2d(x, [14, 14], [14, 3])
            R.output(a, b, c, d, e)
        return (a, b, c, d, e)

    @R.function
    def long(x: R.Tensor((1, 3, "n"), "float32")):
        n = T.int64()
        with R.dataflow():
            a = R.nn.avg_pool1d(x, [400], [160])
            b = R.nn.max_pool1d(x, [300], [7], [9, 5], [2])
            c = R.nn.max_pool1d(x, [150], [1], [75, 74])
            R.output(a, b, c)
        return (a, b, c)

#| $ run --dim=h=7..20:6 --fill='rand(normal,seed=7)' --guard
#| h=7: agrees
#| h=13: agrees
#| h=19: agrees
#| 3 of 3 sizes agree
#| $ run --dim=h=9..13:4 --entry=volumes --fill='rand(normal,seed=7)' --guard
#| h=9: agrees
#| h=13: agrees
#| 2 of 2 sizes agree
#| $ run --dim=h=16..19:3 --entry=whole --fill='rand(normal,seed=7)' --guard
#| h=16: agrees
#| h=19: agrees
#| 2 of 2 sizes agree
#| $ run --dim=n=600..1030:215 --entry=long --fill='rand(normal,seed=7)' --guard
#| n=600: agrees
#| n=815: agrees
#| n=1030: agrees
#| 3 of 3 sizes agree
