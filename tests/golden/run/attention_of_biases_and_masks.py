# test: run --dim=n=1..161:80 --fill=rand(normal,seed=5)
# Several biases, masks beside biases, numbers written as tensors of the scores' shape, and a single head of
# keys that is repeated once agree, too.
@R.function
def main(q: R.Tensor((2, 2, "n", 8), "float32"), k: R.Tensor((2, 2, "2 * n + 1", 8), "float32"), b: R.Tensor((2, 1, 1, "2 * n + 1"), "float32"), p: R.Tensor((2, "n", 1), "float32")):
    n = T.int64()
    with R.dataflow():
        kt = R.permute_dims(k, [0, 1, 3, 2])
        least = R.const(-3.4028234663852886e38, "float32")
        seen = R.less(b, R.const(1.0, "float32"))
        padded = R.where(R.greater(b, R.const(0.5, "float32")), least, R.const(0.0, "float32"))
        mask_then_bias = R.matmul(R.nn.softmax(R.add(R.where(seen, R.multiply(R.matmul(q, kt), R.const(0.3, "float32")), least), b)), k)
        both_hide = R.matmul(R.nn.softmax(R.add(R.where(seen, R.matmul(q, kt), least), padded)), k)
        bias_then_mask = R.matmul(R.nn.softmax(R.where(seen, R.add(p, R.matmul(q, kt)), R.const(float("-inf"), "float32"))), k)
        two_biases = R.matmul(R.nn.softmax(R.add(R.add(R.divide(R.matmul(q, kt), R.const(3.0, "float32")), p), b)), k)
        all_four = R.matmul(R.nn.softmax(R.add(R.where(R.greater(p, R.const(0.0, "float32")), least, R.add(b, R.where(seen, R.matmul(q, kt), least))), p)), k)
        near = R.matmul(R.nn.softmax(R.add(R.where(seen, R.matmul(q, kt), R.const(-10000.0, "float32")), b)), k)
        scores = R.matmul(q, kt)
        filled = R.matmul(R.nn.softmax(R.where(R.greater(p, b), R.full_like(scores, least), scores)), k)
        once = R.repeat(R.strided_slice(k, axes=[1], begin=[0], end=[1]), 1, axis=1)
        one_head = R.matmul(R.nn.softmax(R.matmul(q, R.permute_dims(once, [0, 1, 3, 2]))), once)
        R.output(mask_then_bias, both_hide, bias_then_mask, two_biases, all_four, near, filled, one_head)
    return (mask_then_bias, both_hide, bias_then_mask, two_biases, all_four, near, filled, one_head)

#| n=1: agrees
#| n=81: agrees
#| n=161: agrees
#| 3 of 3 sizes agree
