# test: run --dim=n=1..161:80 --fill=rand(normal,seed=5)
# test: run --dim=n=3..43:20 --fill=rand(normal,seed=5) --cpu=x86-64-v3
# test: run --dim=n=3..43:20 --fill=rand(normal,seed=5) --entry=guarded
# test: run --dim=n=40..41 --fill=rand(normal,seed=5) --entry=one_query --guard
# Scores that a tanh keeps between two bounds before masks are added, as Gemma 2 has them, and weights that are 0 where
# a query sees no key, as PyTorch writes it.
@I.ir_module
class Module:
    @R.function
    def main(q: R.Tensor((2, 4, "n", 8), "float32"), k: R.Tensor((2, 2, "2 * n + 1", 8), "float32"), b: R.Tensor((2, 1, 1, "2 * n + 1"), "float32")):
        n = T.int64()
        with R.dataflow():
            keys = R.repeat(k, repeats=2, axis=1)
            values = R.repeat(k, repeats=2, axis=1)
            scores = R.multiply(R.matmul(q, R.permute_dims(keys, [0, 1, 3, 2])), R.const(0.35, "float32"))
            capped = R.multiply(R.tanh(R.divide(scores, R.const(2.0, "float32"))), R.const(2.0, "float32"))
            added = R.matmul(R.nn.softmax(R.add(capped, b)), values)
            x = R.reshape(q, (2, 4 * n, 8))
            xt = R.permute_dims(x, [0, 2, 1])
            alone = R.matmul(R.nn.softmax(R.tanh(R.matmul(x, xt))), x)
            seen = R.less(b, R.const(0.5, "float32"))
            twice = R.multiply(R.tanh(R.multiply(R.matmul(q, R.permute_dims(R.repeat(k, repeats=2, axis=1), [0, 1, 3, 2])), R.const(0.02, "float32"))), R.const(50.0, "float32"))
            hidden = R.matmul(R.nn.softmax(R.where(seen, twice, R.const(-1e9, "float32"))), R.repeat(k, repeats=2, axis=1))
            R.output(added, alone, hidden)
        return (added, alone, hidden)

    @R.function
    def guarded(q: R.Tensor((2, 3, "n", 8), "float32"), k: R.Tensor((2, 3, "n + 70", 8), "float32"), b: R.Tensor((2, 1, "n", 1), "float32")):
        n = T.int64()
        with R.dataflow():
            kt = R.permute_dims(k, [0, 1, 3, 2])
            sees_none = R.greater(b, R.const(0.0, "float32"))
            weights = R.nn.softmax(R.where(sees_none, R.const(float("-inf"), "float32"), R.matmul(q, kt)))
            some = R.matmul(R.where(R.isnan(weights), R.const(0.0, "float32"), weights), k)
            infinite = R.where(sees_none, R.const(float("-inf"), "float32"), R.const(0.0, "float32"))
            others = R.nn.softmax(R.add(R.matmul(q, kt), infinite))
            few = R.matmul(R.where(R.isnan(others), R.const(0.0, "float32"), others), k)
            R.output(some, few)
        return (some, few)

    @R.function
    def one_query(q: R.Tensor((2, 3, 1, 8), "float32"), k: R.Tensor((2, 3, "n", 8), "float32"), b: R.Tensor((2, 1, 1, 1), "float32")):
        n = T.int64()
        with R.dataflow():
            kt = R.permute_dims(k, [0, 1, 3, 2])
            capped = R.multiply(R.tanh(R.matmul(q, kt)), R.const(3.0, "float32"))
            hidden = R.where(R.greater(b, R.const(0.0, "float32")), R.const(float("-inf"), "float32"), R.const(0.0, "float32"))
            weights = R.nn.softmax(R.add(capped, hidden))
            y = R.matmul(R.where(R.isnan(weights), R.const(0.0, "float32"), weights), k)
            R.output(y)
        return y

#| $ run --dim=n=1..161:80 --fill=rand(normal,seed=5)
#| n=1: agrees
#| n=81: agrees
#| n=161: agrees
#| 3 of 3 sizes agree
#| $ run --dim=n=3..43:20 --fill=rand(normal,seed=5) --cpu=x86-64-v3
#| n=3: agrees
#| n=23: agrees
#| n=43: agrees
#| 3 of 3 sizes agree
#| $ run --dim=n=3..43:20 --fill=rand(normal,seed=5) --entry=guarded
#| n=3: agrees
#| n=23: agrees
#| n=43: agrees
#| 3 of 3 sizes agree
#| $ run --dim=n=40..41 --fill=rand(normal,seed=5) --entry=one_query --guard
#| n=40: agrees
#| n=41: agrees
#| 2 of 2 sizes agree
