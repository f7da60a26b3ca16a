# test: rules check
# A convolution with concrete shapes and groups is tried: its scale goes into the weights.
@R.rewriter
class ScaledConvolution:
    @R.function
    def pattern(x: R.Tensor((1, 6, 9, 9), "float32"), w: R.Tensor((4, 3, 3, 3), "float32"), s: R.Tensor((4, 1, 1), "float32")):
        y = R.nn.conv2d(x, w, strides=[2, 2], padding=[1, 1, 1, 1], groups=2)
        return R.multiply(y, s)

    @R.function
    def replacement(x: R.Tensor((1, 6, 9, 9), "float32"), w: R.Tensor((4, 3, 3, 3), "float32"), s: R.Tensor((4, 1, 1), "float32")):
        v = R.multiply(w, R.reshape(s, (4, 1, 1, 1)))
        y = R.nn.conv2d(x, v, strides=[2, 2], padding=[1, 1, 1, 1], groups=2)
        return y

#| ScaledConvolution: 64 programs compute the same before and after
