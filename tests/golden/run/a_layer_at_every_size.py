# test: run --dim=n=0..70:5 --fill='rand(normal,seed=7,std=0.1)'
# test: run --dim=n=1..33:8 --dim=b=1..3 --entry=norms --fill='rand(normal,seed=7)'
# test: run --dim=n=0..40:3 --entry=moves --fill='rand(normal,seed=7)' --guard
# The code of one size serves the next ones, whatever in it is a number.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, "n", 32), "float32"), wq: R.Tensor((32, 32), "float32"), wk: R.Tensor((32, 32), "float32"), wv: R.Tensor((32, 32), "float32"), w1: R.Tensor((32, 64), "float32"), b1: R.Tensor((64,), "float32"), w2: R.Tensor((64, 32), "float32"), gamma: R.Tensor((32,), "float32"), beta: R.Tensor((32,), "float32")):
        n = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            h = R.nn.layer_norm(x, gamma, beta, axes=[-1])
            q = R.permute_dims(R.reshape(R.matmul(h, wq), (1, n, 2, 16)), axes=[0, 2, 1, 3])
            k = R.permute_dims(R.reshape(R.matmul(h, wk), (1, n, 2, 16)), axes=[0, 2, 3, 1])
            v = R.permute_dims(R.reshape(R.matmul(h, wv), (1, n, 2, 16)), axes=[0, 2, 1, 3])
            s = R.multiply(R.matmul(q, k), R.const(0.25, "float32"))
            p = R.nn.softmax(s, axis=-1)
            o = R.reshape(R.permute_dims(R.matmul(p, v), axes=[0, 2, 1, 3]), (1, n, 32))
            a = R.add(x, o)
            f = R.nn.gelu(R.add(R.matmul(a, w1), b1))
            y = R.add(a, R.matmul(f, w2))
            R.output(y, s)
        return (y, s)

    @R.function
    def norms(x: R.Tensor(("b", 6, "n"), "float32"), y: R.Tensor(("b", "n"), "float32")):
        with R.dataflow():
            s = R.nn.softmax(x, axis=2)
            t = R.nn.softmax(x, axis=1)
            m = R.mean(x, axis=[2])
            v = R.variance(x, axis=[0, 2])
            a = R.argmax(x, axis=2)
            c = R.cumsum(x, axis=2)
            d = R.nn.log_softmax(y, axis=-1)
            e = R.matmul(x, R.expand_dims(y, axis=2))
            f = R.max(x, axis=[0])
            R.output(s, t, m, v, a, c, d, e, f)
        return (s, t, m, v, a, c, d, e, f)

    @R.function
    def moves(x: R.Tensor((3, "n"), "float32"), y: R.Tensor(("n", 3), "float32")):
        n = T.int64()
        with R.dataflow():
            t = R.permute_dims(x, axes=[1, 0])
            c = R.concat((t, y, t), axis=0)
            e = R.concat((t, y), axis=1)
            f = R.flip(x, axis=1)
            g = R.nn.pad(x, pad_width=[0, 0, 2, 3])
            r = R.repeat(x, 2, axis=1)
            u = R.tile(x, (2, 2))
            b = R.broadcast_to(R.reshape(y, (1, n, 3)), (4, n, 3))
            m = R.matmul(x, y)
            k = R.matmul(y, x)
            w = R.where(R.greater(t, y), t, y)
            l = R.tril(k)
            R.output(c, e, f, g, r, u, b, m, k, w, l)
        return (c, e, f, g, r, u, b, m, k, w, l)

#| $ run --dim=n=0..70:5 --fill='rand(normal,seed=7,std=0.1)'
#| n=0: agrees
#| n=5: agrees
#| n=10: agrees
#| n=15: agrees
#| n=20: agrees
#| n=25: agrees
#| n=30: agrees
#| n=35: agrees
#| n=40: agrees
#| n=45: agrees
#| n=50: agrees
#| n=55: agrees
#| n=60: agrees
#| n=65: agrees
#| n=70: agrees
#| 15 of 15 sizes agree
#| $ run --dim=n=1..33:8 --dim=b=1..3 --entry=norms --fill='rand(normal,seed=7)'
#| n=1, b=1: agrees
#| n=1, b=2: agrees
#| n=1, b=3: agrees
#| n=9, b=1: agrees
#| n=9, b=2: agrees
#| n=9, b=3: agrees
#| n=17, b=1: agrees
#| n=17, b=2: agrees
#| n=17, b=3: agrees
#| n=25, b=1: agrees
#| n=25, b=2: agrees
#| n=25, b=3: agrees
#| n=33, b=1: agrees
#| n=33, b=2: agrees
#| n=33, b=3: agrees
#| 15 of 15 sizes agree
#| $ run --dim=n=0..40:3 --entry=moves --fill='rand(normal,seed=7)' --guard
#| n=0: agrees
#| n=3: agrees
#| n=6: agrees
#| n=9: agrees
#| n=12: agrees
#| n=15: agrees
#| n=18: agrees
#| n=21: agrees
#| n=24: agrees
#| n=27: agrees
#| n=30: agrees
#| n=33: agrees
#| n=36: agrees
#| n=39: agrees
#| 14 of 14 sizes agree
