# test: fails rules check
# A norm that forgets the mean is refused.
@R.rewriter
class RmsForLayer:
    @R.function
    def pattern(x: R.Tensor(("n", 8), "float32"), g: R.Tensor((8,), "float32"), b: R.Tensor((8,), "float32")):
        y = R.nn.layer_norm(x, g, b, axes=[-1], epsilon=0.00001)
        return y

    @R.function
    def replacement(x: R.Tensor(("n", 8), "float32"), g: R.Tensor((8,), "float32"), b: R.Tensor((8,), "float32")):
        y = R.nn.rms_norm(x, g, axes=[-1], epsilon=0.00001)
        return R.add(y, b)

#| RmsForLayer: wrong
#| norm_without_its_mean.py:4:7: error: rule 'RmsForLayer' changes the result: result[0, 0] is 0.684404135 before, 1.41157496 now; 7 of 8 elements differ; with x0: (1, 8) float32, x1: (8,) float32, x2: (8,) float32 (program and arguments of seed 0) [E0605]
#|     class RmsForLayer:
#|           ^~~~~~~~~~~
