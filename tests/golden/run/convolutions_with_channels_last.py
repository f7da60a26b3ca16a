# test: run --dim=n=1..3:2 --dim=h=9..18:3 --fill='rand(normal,seed=7)'
# test: run --dim=n=1 --dim=h=7..12:5 --entry=residual --fill='rand(normal,seed=7)' --guard
# test: run --dim=n=1..2 --dim=h=12 --entry=gates --fill='rand(normal,seed=7)' --guard
# test: run --dim=n=1..2 --dim=h=12 --entry=gates --fill='rand(normal,seed=7)' --no-winograd
# test: run --dim=n=1..2 --dim=h=9..12:3 --entry=bytes --fill=rand --guard
# Tensors between convolutions lie with their channels last where it pays, and nobody can see it: what comes in from
# elsewhere, what broadcasts, pooling, concat, reductions, and results of the inner layers.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 3, "h", 19), "float32"), w1: R.Tensor((32, 3, 3, 3), "float32"), w2: R.Tensor((64, 32, 1, 1), "float32"), w3: R.Tensor((64, 64, 3, 3), "float32"), w4: R.Tensor((3, 3, 32, 48), "float32"), b: R.Tensor((32, 1, 1), "float32")):
        n = T.int64()
        h = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a1 = R.nn.relu(R.add(R.nn.conv2d(x, w1, strides=[2, 2], padding=[1, 1, 1, 1]), b))
            a2 = R.nn.conv2d(a1, w2)
            a3 = R.nn.silu(R.nn.conv2d(a2, w3, padding=[1, 1, 1, 1]))
            p = R.nn.max_pool2d(a3, pool_size=[3, 3], strides=[2, 2], padding=[1, 1, 1, 1])
            q = R.nn.avg_pool2d(p, pool_size=[2, 2], ceil_mode=True)
            g = R.nn.conv2d(q, w4, padding=[1, 1, 0, 2], groups=2, kernel_layout="HWIO")
            u = R.sum(g, axis=[1])
            v = R.variance(g, axis=[2, 3])
            m = R.max(g)
            R.output(u, v, m)
        return (u, v, m)

    @R.function
    def residual(x: R.Tensor(("n", 64, "h", 10), "float32"), w1: R.Tensor((64, 64, 5, 5), "float32"), w2: R.Tensor((64, 64, 5, 5), "float32"), w3: R.Tensor((64, 128, 5, 5), "float32"), row: R.Tensor((10,), "float32"), s: R.Tensor((), "float32"), g: R.Tensor((64,), "float32"), v: R.Tensor((64,), "float32")):
        n = T.int64()
        h = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.nn.conv2d(x, w1, padding=2)
            bn = R.nn.batch_norm(a, g, g, g, R.abs(v), axis=1, training=False)
            b = R.add(R.nn.conv2d(R.nn.relu(bn[0]), w2, padding=2), x)
            c = R.concat((R.multiply(b, row), R.add(s, a)), axis=1)
            d = R.nn.conv2d(c, w3, padding=2)
            e = R.permute_dims(d, [0, 2, 3, 1])
            f = R.reshape(b, (n, -1))
            t = bn[2]
            R.output(b, d, e, f, t)
        return (b, d, e, f, t)

    @R.function
    def gates(x: R.Tensor(("n", 32, "h", 12), "float32"), w1: R.Tensor((64, 32, 3, 3), "float32"), d: R.Tensor((64, 1, 3, 3), "float32"), se1: R.Tensor((16, 64, 1, 1), "float32"), se2: R.Tensor((64, 16, 1, 1), "float32"), w2: R.Tensor((64, 64, 3, 3), "float32")):
        n = T.int64()
        h = T.int64()
        with R.dataflow():
            a = R.nn.conv2d(x, w1, padding=1)
            b = R.nn.conv2d(a, d, padding=1, groups=64)
            m = R.mean(b, axis=[2, 3], keepdims=True)
            e = R.sigmoid(R.nn.conv2d(R.nn.relu(R.nn.conv2d(m, se1)), se2))
            f = R.multiply(b, e)
            u = R.image.resize2d(f, (T.int64(9), T.int64(7)), method="linear")
            o = R.nn.conv2d(R.clip(u, R.prim_value(-1), R.prim_value(1)), w2)
            r = R.min(o, axis=[2, 3])
            R.output(r, m)
        return (r, m)

    @R.function
    def bytes(x: R.Tensor(("n", 17, "h", 10), "int8"), w1: R.Tensor((48, 17, 3, 3), "int8"), w2: R.Tensor((48, 1, 3, 3), "int8"), w3: R.Tensor((48, 48, 3, 3), "int8"), w4: R.Tensor((1, 1, 96, 40), "int8"), b: R.Tensor((1, 48, 1, 1), "int32")):
        n = T.int64()
        h = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a1 = R.add(R.nn.conv2d(x, w1, padding=[1, 1, 1, 1], out_dtype="int32"), b)
            q1 = R.astype(R.clip(R.round(R.multiply(R.astype(a1, "float32"), R.const(0.25, "float32"))), -128, 127), "int8")
            a2 = R.nn.conv2d(q1, w2, padding=[1, 1, 1, 1], groups=48, out_dtype="int32")
            q2 = R.astype(R.clip(a2, -128, 127), "int8")
            a3 = R.nn.conv2d(q2, w3, strides=[2, 2], padding=[1, 1, 1, 1], out_dtype="int32")
            q3 = R.astype(R.clip(R.right_shift(a3, R.const(2, "int32")), -128, 127), "int8")
            p = R.nn.max_pool2d(q2, pool_size=[2, 2], strides=[2, 2], ceil_mode=True)
            c = R.concat((p, q3), axis=1)
            a4 = R.nn.conv2d(c, w4, kernel_layout="HWIO", out_dtype="int32")
            m = R.max(q3, axis=[1])
            R.output(a4, m)
        return (a4, m)

#| $ run --dim=n=1..3:2 --dim=h=9..18:3 --fill='rand(normal,seed=7)'
#| n=1, h=9: agrees
#| n=1, h=12: agrees
#| n=1, h=15: agrees
#| n=1, h=18: agrees
#| n=3, h=9: agrees
#| n=3, h=12: agrees
#| n=3, h=15: agrees
#| n=3, h=18: agrees
#| 8 of 8 sizes agree
#| $ run --dim=n=1 --dim=h=7..12:5 --entry=residual --fill='rand(normal,seed=7)' --guard
#| h=7: agrees
#| h=12: agrees
#| 2 of 2 sizes agree
#| $ run --dim=n=1..2 --dim=h=12 --entry=gates --fill='rand(normal,seed=7)' --guard
#| n=1: agrees
#| n=2: agrees
#| 2 of 2 sizes agree
#| $ run --dim=n=1..2 --dim=h=12 --entry=gates --fill='rand(normal,seed=7)' --no-winograd
#| n=1: agrees
#| n=2: agrees
#| 2 of 2 sizes agree
#| $ run --dim=n=1..2 --dim=h=9..12:3 --entry=bytes --fill=rand --guard
#| n=1, h=9: agrees
#| n=1, h=12: agrees
#| n=2, h=9: agrees
#| n=2, h=12: agrees
#| 4 of 4 sizes agree
