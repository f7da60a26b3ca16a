# test: rules check
# Attention with concrete shapes is tried.
@R.rewriter
class Attention:
    @R.function
    def pattern(q: R.Tensor((1, 3, 2, 4), "float32"), k: R.Tensor((1, 5, 2, 4), "float32"), v: R.Tensor((1, 5, 2, 4), "float32"), s: R.Tensor((), "float32")):
        y = R.nn.attention(R.multiply(q, s), k, v)
        return y

    @R.function
    def replacement(q: R.Tensor((1, 3, 2, 4), "float32"), k: R.Tensor((1, 5, 2, 4), "float32"), v: R.Tensor((1, 5, 2, 4), "float32"), s: R.Tensor((), "float32")):
        y = R.nn.attention(q, R.multiply(s, k), v)
        return y

#| Attention: 64 programs compute the same before and after
