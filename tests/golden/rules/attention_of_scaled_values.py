# test: fails rules check
# What scales the scores does not scale the values.
@R.rewriter
class Values:
    @R.function
    def pattern(q: R.Tensor((1, 3, 2, 4), "float32"), k: R.Tensor((1, 5, 2, 4), "float32"), v: R.Tensor((1, 5, 2, 4), "float32"), s: R.Tensor((), "float32")):
        y = R.nn.attention(R.multiply(q, s), k, v)
        return y

    @R.function
    def replacement(q: R.Tensor((1, 3, 2, 4), "float32"), k: R.Tensor((1, 5, 2, 4), "float32"), v: R.Tensor((1, 5, 2, 4), "float32"), s: R.Tensor((), "float32")):
        y = R.nn.attention(q, k, R.multiply(s, v))
        return y

#| Values: wrong
#| attention_of_scaled_values.py:4:7: error: rule 'Values' changes the result: result[0, 0, 0, 0] is -0.0913298428 before, -1.95429683 now; 24 of 24 elements differ; with x0: (1, 3, 2, 4) float32, x1: () float32, x2: (1, 5, 2, 4) float32, x3: (1, 5, 2, 4) float32 (program and arguments of seed 0) [E0605]
#|     class Values:
#|           ^~~~~~
