# test: run --dim=n=1..161:80 --fill=rand(normal,seed=5)
# Every form of it agrees with the matmuls and the softmax that it is written as: scales at the queries and the keys,
# masks, biases with and without heads, halves; and what only looks like it.
@R.function
def main(q: R.Tensor((2, 2, "n", 8), "float32"), k: R.Tensor((2, 2, "2 * n + 1", 8), "float32"), b: R.Tensor((2, 1, 1, "2 * n + 1"), "float32"), h: R.Tensor((2, "n", 8), "float16")):
    n = T.int64()
    with R.dataflow():
        kt = R.permute_dims(k, [0, 1, 3, 2])
        query = R.matmul(R.nn.softmax(R.matmul(R.multiply(R.const(0.3, "float32"), q), kt)), k)
        key = R.matmul(R.nn.softmax(R.matmul(q, R.permute_dims(R.divide(k, R.const(3.0, "float32")), [0, 1, 3, 2]))), k)
        both = R.matmul(R.nn.softmax(R.add(b, R.divide(R.matmul(R.multiply(q, R.const(0.5, "float32")), kt), R.const(2.0, "float32")))), k)
        far = R.greater(R.broadcast_to(b, R.shape([2, 1, n, 2 * n + 1])), R.const(0.5, "float32"))
        masked = R.matmul(R.nn.softmax(R.where(far, R.const(-3.4e38, "float32"), R.matmul(q, kt))), k)
        seen = R.less(b, R.const(1.5, "float32"))
        shown = R.matmul(R.nn.softmax(R.where(seen, R.multiply(R.matmul(q, kt), R.const(0.3, "float32")), R.const(-1e35, "float32"))), k)
        near = R.matmul(R.nn.softmax(R.where(seen, R.matmul(q, kt), R.const(-10000.0, "float32"))), k)
        ht = R.permute_dims(h, [0, 2, 1])
        hb = R.astype(R.reshape(R.strided_slice(b, axes=[3], begin=[0], end=[n]), R.shape([2, 1, n])), "float16")
        halves = R.matmul(R.nn.softmax(R.add(R.multiply(R.matmul(h, ht), R.const(0.25, "float16")), hb)), h)
        R.output(query, key, both, masked, shown, near, halves)
    return (query, key, both, masked, shown, near, halves)

#| n=1: agrees
#| n=81: agrees
#| n=161: agrees
#| 3 of 3 sizes agree
