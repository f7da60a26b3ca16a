# test: run --dim=h=1..33:4 --fill='rand(normal,seed=7)'
# test: run --dim=h=1..33:8 --fill='rand(normal,seed=7)' --guard
# test: run --dim=h=2..9:7 --fill='rand(normal,seed=7)' --no-winograd
# test: run --dim=h=4..16:6 --entry=beyond_numbers --fill='rand(normal,seed=7)' --guard
# test: run --dim=h=4..16:6 --entry=far_apart --fill='rand(normal,seed=7)'
# test: run --dim=h=16..40:12 --entry=given --fill='rand(normal,seed=7)' --guard
# Weights that stay the same are transformed once, others in every run: tiles that reach over the image, uneven padding,
# images beside each other, rows and columns that are no whole tiles.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 48, "h", 13), "float32"), w: R.Tensor((40, 48, 3, 3), "float32"), b: R.Tensor((1, 40, 1, 1), "float32"), v: R.Tensor((16, 48, 3, 3), "float32")):
        h = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.nn.relu(R.add(R.nn.conv2d(x, w, padding=[1, 1, 1, 1]), b))
            c = R.nn.conv2d(x, w, padding=[2, 0, 1, 2])
            d = R.add(R.nn.conv2d(x, R.concat((v, v, v), axis=0), padding=1), x)
            e = R.permute_dims(R.nn.silu(R.nn.conv2d(R.nn.relu(x), w, padding=1)), axes=[0, 2, 3, 1])
            R.output(a, c, d, e)
        return (a, c, d, e)

    @R.function
    def given(x: R.Tensor((1, 48, "h", 26), "float32"), w: R.Tensor((20, 48, 3, 3), "float32"), k: R.Tensor((3, 3, 48, 20), "float32")):
        with R.dataflow():
            a = R.nn.conv2d(x, w, padding=1)
            b = R.nn.conv2d(x, R.multiply(w, w), padding=1)
            c = R.nn.conv2d(x, k, padding=1, kernel_layout="HWIO")
            R.output(a, b, c)
        return (a, b, c)

    @R.function
    def beyond_numbers(x: R.Tensor((1, 50, "h", 16), "float32"), w: R.Tensor((30, 50, 3, 3), "float32")):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.where(R.greater(x, R.const(3.2, "float32")), R.const(float("inf"), "float32"), x)
            b = R.where(R.less(x, R.const(-3.2, "float32")), R.const(float("nan"), "float32"), a)
            c = R.nn.conv2d(b, w, padding=1)
            d = R.nn.conv2d(R.multiply(x, R.const(2e33, "float32")), w, padding=1)
            R.output(c, d)
        return (c, d, R.isnan(c), R.isfinite(c))

    @R.function
    def far_apart(x: R.Tensor((1, 50, "h", 16), "float32"), w: R.Tensor((30, 50, 3, 3), "float32")):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.where(R.greater(x, R.const(3, "float32")), R.const(1e6, "float32"), x)
            b = R.nn.conv2d(a, w, padding=1)
            R.output(b)
        return b

#| $ run --dim=h=1..33:4 --fill='rand(normal,seed=7)'
#| h=1: agrees
#| h=5: agrees
#| h=9: agrees
#| h=13: agrees
#| h=17: agrees
#| h=21: agrees
#| h=25: agrees
#| h=29: agrees
#| h=33: agrees
#| 9 of 9 sizes agree
#| $ run --dim=h=1..33:8 --fill='rand(normal,seed=7)' --guard
#| h=1: agrees
#| h=9: agrees
#| h=17: agrees
#| h=25: agrees
#| h=33: agrees
#| 5 of 5 sizes agree
#| $ run --dim=h=2..9:7 --fill='rand(normal,seed=7)' --no-winograd
#| h=2: agrees
#| h=9: agrees
#| 2 of 2 sizes agree
#| $ run --dim=h=4..16:6 --entry=beyond_numbers --fill='rand(normal,seed=7)' --guard
#| h=4: agrees
#| h=10: agrees
#| h=16: agrees
#| 3 of 3 sizes agree
#| $ run --dim=h=4..16:6 --entry=far_apart --fill='rand(normal,seed=7)'
#| h=4: agrees
#| h=10: agrees
#| h=16: agrees
#| 3 of 3 sizes agree
#| $ run --dim=h=16..40:12 --entry=given --fill='rand(normal,seed=7)' --guard
#| h=16: agrees
#| h=28: agrees
#| h=40: agrees
#| 3 of 3 sizes agree
