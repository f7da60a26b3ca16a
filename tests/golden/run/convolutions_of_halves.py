# test: run --dim=h=6..34:7 --fill='rand(normal,seed=7)'
# test: run --dim=h=13..20:7 --fill='rand(normal,seed=7)' --guard
# test: run --dim=h=13..20:7 --fill='rand(normal,seed=7)' --no-winograd
# test: run --dim=h=13..20:7 --entry=branches --fill='rand(normal,seed=7)' --guard
# test: run --dim=h=9..23:7 --entry=brain_floats --fill='rand(normal,seed=7)'
# test: run --dim=h=5..12:7 --entry=given --fill='rand(normal,seed=7)'
# test: run --dim=h=12..18:6 --entry=beyond_numbers --fill='rand(normal,seed=7)'
# Computed in float32 and rounded where the script says so, whatever the tensors between them lie as in memory: results
# that others read too, that are returned, that are moved before they are read.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 48, "h", 13), "float16"), w: R.Tensor((40, 48, 3, 3), "float16"), b: R.Tensor((1, 40, 1, 1), "float16"), v: R.Tensor((48, 40, 3, 3), "float16"), d: R.Tensor((48, 1, 3, 3), "float16")):
        h = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.nn.relu(R.add(R.nn.conv2d(x, w, padding=1), b))
            c = R.add(R.nn.conv2d(a, v, padding=1), x)
            e = R.nn.silu(R.nn.conv2d(c, d, padding=1, groups=48))
            f = R.nn.conv2d(R.add(c, e), w, padding=1, strides=2, out_dtype="float32")
            g = R.mean(e, axis=[2, 3])
            R.output(a, f, g)
        return (a, f, g)

    @R.function
    def branches(x: R.Tensor((1, 3, "h", 16), "float32"), w: R.Tensor((32, 3, 5, 5), "float16"), u: R.Tensor((32, 32, 3, 3), "float16"), p: R.Tensor((24, 67, 1, 1), "float16"), q: R.Tensor((24, 24, 3, 3), "float16")):
        h = T.int64()
        with R.dataflow():
            y = R.astype(x, "float16")
            a = R.nn.relu(R.nn.conv2d(y, w, padding=2))
            b = R.nn.conv2d(a, R.multiply(u, u), padding=1)
            m = R.nn.max_pool2d(R.concat((a, y, b), axis=1), pool_size=3, strides=2, padding=1)
            r = R.nn.conv2d(m, p)
            s = R.concat((r, R.nn.conv2d(r, q, padding=1)), axis=0)
            t = R.nn.conv2d(R.permute_dims(s, axes=[0, 1, 3, 2]), q)
            R.output(m, r, t)
        return (m, r, t)

    @R.function
    def brain_floats(x: R.Tensor((1, 64, "h", 10), "bfloat16"), w: R.Tensor((64, 64, 3, 3), "bfloat16"), k: R.Tensor((64, 64, 1, 1), "bfloat16")):
        h = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.nn.relu(R.nn.conv2d(x, w, padding=1))
            b = R.nn.gelu(R.nn.conv2d(a, k))
            c = R.nn.conv2d(R.add(a, b), w, padding=1, out_dtype="float32")
            d = R.add(R.astype(R.astype(c, "bfloat16"), "float32"), R.const(1, "float32"))
            e = R.nn.conv2d(R.astype(R.nn.relu(d), "bfloat16"), k, out_dtype="float32")
            R.output(c, d, e)
        return (c, d, e)

    @R.function
    def given(x: R.Tensor((1, 33, "h", 9), "float16"), w: R.Tensor((33, 33, 3, 3), "float16"), k: R.Tensor((3, 3, 33, 20), "float16")):
        with R.dataflow():
            a = R.nn.conv2d(x, w, padding=1)
            b = R.nn.conv2d(a, R.negative(w), padding=1)
            c = R.nn.conv2d(R.nn.relu(b), k, padding=1, kernel_layout="HWIO")
            d = R.nn.conv2d(a, w, padding=1, out_dtype="float64")
            R.output(a, c, d)
        return (x, a, c, d)

    @R.function
    def beyond_numbers(x: R.Tensor((1, 50, "h", 16), "float16"), w: R.Tensor((30, 50, 3, 3), "float16")):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.where(R.greater(x, R.const(3.2, "float16")), R.const(float("inf"), "float16"), x)
            b = R.where(R.less(x, R.const(-3.2, "float16")), R.const(float("nan"), "float16"), a)
            c = R.nn.conv2d(b, w, padding=1)
            d = R.nn.conv2d(R.multiply(x, R.const(4000, "float16")), w, padding=1)
            R.output(c, d)
        return (c, d, R.isnan(c), R.isfinite(d))

#| $ run --dim=h=6..34:7 --fill='rand(normal,seed=7)'
#| h=6: agrees
#| h=13: agrees
#| h=20: agrees
#| h=27: agrees
#| h=34: agrees
#| 5 of 5 sizes agree
#| $ run --dim=h=13..20:7 --fill='rand(normal,seed=7)' --guard
#| h=13: agrees
#| h=20: agrees
#| 2 of 2 sizes agree
#| $ run --dim=h=13..20:7 --fill='rand(normal,seed=7)' --no-winograd
#| h=13: agrees
#| h=20: agrees
#| 2 of 2 sizes agree
#| $ run --dim=h=13..20:7 --entry=branches --fill='rand(normal,seed=7)' --guard
#| h=13: agrees
#| h=20: agrees
#| 2 of 2 sizes agree
#| $ run --dim=h=9..23:7 --entry=brain_floats --fill='rand(normal,seed=7)'
#| h=9: agrees
#| h=16: agrees
#| h=23: agrees
#| 3 of 3 sizes agree
#| $ run --dim=h=5..12:7 --entry=given --fill='rand(normal,seed=7)'
#| h=5: agrees
#| h=12: agrees
#| 2 of 2 sizes agree
#| $ run --dim=h=12..18:6 --entry=beyond_numbers --fill='rand(normal,seed=7)'
#| h=12: agrees
#| h=18: agrees
#| 2 of 2 sizes agree
