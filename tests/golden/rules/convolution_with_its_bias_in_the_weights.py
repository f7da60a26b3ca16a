# test: fails rules check
# A bias is no part of the weights.
@R.rewriter
class BiasInWeights:
    @R.function
    def pattern(x: R.Tensor((1, 6, 9, 9), "float32"), w: R.Tensor((4, 3, 3, 3), "float32"), s: R.Tensor((4, 1, 1), "float32")):
        y = R.nn.conv2d(x, w, strides=[2, 2], padding=[1, 1, 1, 1], groups=2)
        return R.add(y, s)

    @R.function
    def replacement(x: R.Tensor((1, 6, 9, 9), "float32"), w: R.Tensor((4, 3, 3, 3), "float32"), s: R.Tensor((4, 1, 1), "float32")):
        v = R.add(w, R.reshape(s, (4, 1, 1, 1)))
        y = R.nn.conv2d(x, v, strides=[2, 2], padding=[1, 1, 1, 1], groups=2)
        return y

#| BiasInWeights: wrong
#| convolution_with_its_bias_in_the_weights.py:4:7: error: rule 'BiasInWeights' changes the result: result[0, 0, 0, 0] is 0.500487447 before, 6.73352623 now; 100 of 100 elements differ; with x0: (1, 6, 9, 9) float32, x1: (4, 3, 3, 3) float32, x2: (4, 1, 1) float32 (program and arguments of seed 0) [E0605]
#|     class BiasInWeights:
#|           ^~~~~~~~~~~~~
