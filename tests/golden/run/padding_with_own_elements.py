# test: run --dim=n=1..17:8 --fill='rand(normal,seed=7)' --guard
# test: run --entry=small --input=x='4xi32=[1 2 3 4]'
# What is padded with: elements that are mirrored at the border, the border itself, and the other end; cut off where a
# width is below 0, and more than once around where it is longer than the axis.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, "n", 37), "float32"), y: R.Tensor((1, 3, "n", 5), "int8")):
        n = T.int64()
        with R.dataflow():
            a = R.nn.pad(x, [0, 0, 2, 1, 3, 4], pad_mode="reflect")
            b = R.nn.pad(x, [1, 0, 1, 1, 0, 6], pad_mode="replicate")
            c = R.nn.pad(x, [0, 1, 0, 3, 5, 0], pad_mode="circular")
            d = R.exp(R.nn.pad(R.negative(x), [0, 0, 0, 0, -3, 2], pad_mode="edge"))
            e = R.nn.pad(y, [0, 0, 1, 1, 20, 3, 4, 9], pad_mode="reflect")
            f = R.nn.pad(y, [2, 0, 0, 7, 0, 18, 11, 1], pad_mode="circular")
            g = R.sum(R.nn.pad(x, [0, 0, 2, 2, 0, 0], pad_mode="reflect"), axis=[1])
            R.output(a, b, c, d, e, f, g)
        return (a, b, c, d, e, f, g)

    @R.function
    def small(x: R.Tensor((4,), "int32")):
        with R.dataflow():
            a = R.nn.pad(x, [2, 3], pad_mode="reflect")
            b = R.nn.pad(x, [5, 8], pad_mode="reflect")
            c = R.nn.pad(x, [2, 3], pad_mode="replicate")
            d = R.nn.pad(x, [2, 3], pad_mode="circular")
            e = R.nn.pad(x, [6, 0], pad_mode="circular")
            R.output(a, b, c, d, e)
        return (a, b, c, d, e)

#| $ run --dim=n=1..17:8 --fill='rand(normal,seed=7)' --guard
#| n=1: agrees
#| n=9: agrees
#| n=17: agrees
#| 3 of 3 sizes agree
#| $ run --entry=small --input=x='4xi32=[1 2 3 4]'
#| ([3 2 1 2 3 4 3 2 1],
#|  [2 3 4 3 2 1 2 3 4 3 2 1 2 3 4 3 2],
#|  [1 1 1 2 3 4 4 4 4],
#|  [3 4 1 2 3 4 1 2 3],
#|  [3 4 1 2 3 4 1 2 3 4])
