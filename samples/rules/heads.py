@R.function
def main(
    Q: R.Tensor((2, 16, 4, 16), "float32"),
    K: R.Tensor((2, 16, 4, 16), "float32"),
    V: R.Tensor((2, 16, 4, 16), "float32"),
):
    with R.dataflow():
        q = R.reshape(R.permute_dims(Q, axes=[0, 2, 1, 3]), (8, 16, 16))
        k = R.reshape(R.permute_dims(K, axes=[0, 2, 1, 3]), (8, 16, 16))
        v = R.reshape(R.permute_dims(V, axes=[0, 2, 1, 3]), (8, 16, 16))
        scores = R.matmul(q, R.permute_dims(k, axes=[0, 2, 1]))
        scaled = R.multiply(scores, R.const(0.25, "float32"))
        weights = R.nn.softmax(scaled, axis=-1)
        heads = R.reshape(R.matmul(weights, v), (2, 4, 16, 16))
        out = R.permute_dims(heads, axes=[0, 2, 1, 3])
        R.output(out)
    return out
