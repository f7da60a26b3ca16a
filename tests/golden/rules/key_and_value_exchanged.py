# test: fails opt --rules=../../../samples/rules/attention_literal.py --check-each=2
# test: fails opt --rules=../../../samples/rules/attention_literal.py --check-each=2 --check-rewrites
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

#| $ fails opt --rules=../../../samples/rules/attention_literal.py --check-each=2
#| 1 pass checked by running: 0 runs agree
#| hammock: error: key_and_value_exchanged.py: rewriter changes what 'main' computes: result[0, 0, 0, 0] is -0.202929839 before, 0.118443489 now; 144 of 144 elements differ
#|   the arguments of seed 1 (--check-seed=1): Q: (2, 6, 3, 4) float32, K: (2, 6, 3, 4) float32, V: (2, 6, 3, 4) float32
#|   the numbers agree when 'K' and 'V' are exchanged in the replacement of 'out' (key_and_value_exchanged.py:18:15)
#| $ fails opt --rules=../../../samples/rules/attention_literal.py --check-each=2 --check-rewrites
#| 1 pass and 1 rewrite checked by running: 0 runs agree
#| hammock: error: key_and_value_exchanged.py: rewrite 1, by rule rewriter, changes the value of 'out' in 'main': result[0][0, 0, 0, 0] is -0.202929839 before, 0.118443489 now; 144 of 144 elements differ
#|   the arguments of seed 1 (--check-seed=1): Q: (2, 6, 3, 4) float32, K: (2, 6, 3, 4) float32, V: (2, 6, 3, 4) float32
#|   the numbers agree when 'K' and 'V' are exchanged in the replacement of 'out' (key_and_value_exchanged.py:18:15)
