# test: fails opt --rules=../../../samples/rules/attention_literal.py --check-each=2
# test: fails opt --rules=../../../samples/rules/attention_literal.py --check-each=2 --check-rewrites
# test: fails rules check ../../../samples/rules/attention_literal.py
# The rule of the tutorials takes K for V and V for K, which is said in so many words.
@R.function
def main(
    Q: R.Tensor((2, 6, 3, 4), "float32"),
    K: R.Tensor((2, 6, 3, 4), "float32"),
    V: R.Tensor((2, 6, 3, 4), "float32"),
):
    with R.dataflow():
        q = R.reshape(R.permute_dims(Q, axes=[0, 2, 1, 3]), (6, 6, 4))
        k = R.reshape(R.permute_dims(K, axes=[0, 2, 1, 3]), (6, 6, 4))
        v = R.reshape(R.permute_dims(V, axes=[0, 2, 1, 3]), (6, 6, 4))
        scores = R.matmul(q, R.permute_dims(k, axes=[0, 2, 1]))
        scaled = R.multiply(scores, R.const(0.5, "float32"))
        weights = R.nn.softmax(scaled, axis=-1)
        heads = R.reshape(R.matmul(weights, v), (2, 3, 6, 4))
        out = R.permute_dims(heads, axes=[0, 2, 1, 3])
        R.output(out)
    return out

