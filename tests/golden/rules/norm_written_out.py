# test: rules check
# A norm is what it is made of, up to rounding.
@R.rewriter
class LayerNorm:
    @R.function
    def pattern(x: R.Tensor(("n", 8), "float32"), g: R.Tensor((8,), "float32"), b: R.Tensor((8,), "float32")):
        y = R.nn.layer_norm(x, g, b, axes=[-1], epsilon=0.00001)
        return y

    @R.function
    def replacement(x: R.Tensor(("n", 8), "float32"), g: R.Tensor((8,), "float32"), b: R.Tensor((8,), "float32")):
        c = R.subtract(x, R.mean(x, axis=[-1], keepdims=True))
        v = R.mean(R.multiply(c, c), axis=[-1], keepdims=True)
        unit = R.multiply(c, R.rsqrt(R.add(v, R.const(0.00001, "float32"))))
        return R.add(R.multiply(unit, g), b)

#| LayerNorm: 64 programs compute the same before and after
