# test: run --dim=n=1..5:4 --fill=rand --guard
# test: run --dim=n=1..5:4 --entry=streams --fill=rand
# test: run --dim=n=1..5:4 --entry=views --fill=rand
# test: run --dim=n=1..5:4 --entry=three --fill=rand
# Two products meet in an elementwise operator, and the earlier waits in memory: behind an item that several others
# read, with many operands of its own, narrowed before it was moved, given back on the way, and twice in a row.
@I.ir_module
class Module:
    @R.function
    def main(a: R.Tensor(("n", 5), "float32"), b: R.Tensor((5, 6), "float32"), x: R.Tensor(("n", 6), "float32")):
        p = R.matmul(a, b)
        t = R.sin(R.tanh(R.exp(x)))
        u = R.add(p, t)
        q = R.matmul(a, R.exp(b))
        s = R.subtract(u, q)
        y = R.minimum(t, s)
        return y

    @R.function
    def streams(x: R.Tensor(("n", 8), "float32"), w: R.Tensor((8, 9), "float32"), v: R.Tensor((8, 9), "float32"), a: R.Tensor(("n", 9), "float32"), b: R.Tensor(("n", 9), "float32"), c: R.Tensor(("n", 9), "float32"), d: R.Tensor(("n", 9), "float32"), e: R.Tensor(("n", 9), "float32")):
        p = R.add(R.multiply(R.add(R.multiply(R.add(R.matmul(x, w), a), b), c), d), e)
        i = R.astype(R.clip(p, -100, 100), "int8")
        q = R.multiply(R.add(R.multiply(R.add(R.matmul(x, v), a), b), c), d)
        return R.add(R.astype(i, "float32"), q)

    @R.function
    def views(x: R.Tensor(("n", 8), "float32"), w: R.Tensor((8, 6), "float32"), v: R.Tensor((8, 6), "float32")):
        i = R.astype(R.matmul(x, w), "int8")
        p = R.permute_dims(R.astype(i, "float32"), axes=[1, 0])
        q = R.permute_dims(R.matmul(x, v), axes=[1, 0])
        s = R.add(R.multiply(p, R.const(0.5, "float32")), q)
        return (s, i)

    @R.function
    def three(x: R.Tensor(("n", 8), "float32"), w: R.Tensor((8, 6), "float32"), v: R.Tensor((8, 6), "float32"), k: R.Tensor((), "float32")):
        p = R.multiply(R.astype(R.astype(R.matmul(x, w), "uint8"), "float32"), k)
        q = R.astype(R.astype(R.matmul(x, v), "float16"), "float32")
        r = R.nn.softmax(R.matmul(x, R.add(w, v)))
        g = R.astype(R.greater(R.add(p, q), r), "float32")
        return R.add(R.add(g, q), R.add(p, r))

#| $ run --dim=n=1..5:4 --fill=rand --guard
#| n=1: agrees
#| n=5: agrees
#| 2 of 2 sizes agree
#| $ run --dim=n=1..5:4 --entry=streams --fill=rand
#| n=1: agrees
#| n=5: agrees
#| 2 of 2 sizes agree
#| $ run --dim=n=1..5:4 --entry=views --fill=rand
#| n=1: agrees
#| n=5: agrees
#| 2 of 2 sizes agree
#| $ run --dim=n=1..5:4 --entry=three --fill=rand
#| n=1: agrees
#| n=5: agrees
#| 2 of 2 sizes agree
