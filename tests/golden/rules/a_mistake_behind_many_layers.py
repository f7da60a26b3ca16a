# test: fails opt --rules=steeper.rules --check-each=1
# The numbers of the first run are such that 72 layers keep them finite.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4, 64), "float32"), w: R.Tensor((64, 64), "float32"), b: R.Tensor((64,), "float32")):
        cls = Module
        a = cls.layers(cls.layers(x, w), w)
        c = cls.layers(cls.layers(a, w), w)
        d = cls.layers(cls.layers(c, w), w)
        e = cls.layers(cls.layers(d, w), w)
        f = cls.layers(cls.layers(e, w), w)
        g = cls.layers(cls.layers(f, w), w)
        return R.add(g, b)

    @R.function(private=True)
    def layers(x: R.Tensor((4, 64), "float32"), w: R.Tensor((64, 64), "float32")) -> R.Tensor((4, 64), "float32"):
        with R.dataflow():
            a = R.nn.relu(R.matmul(x, w))
            b = R.nn.relu(R.matmul(a, w))
            c = R.nn.relu(R.matmul(b, w))
            d = R.nn.relu(R.matmul(c, w))
            e = R.nn.relu(R.matmul(d, w))
            f = R.nn.relu(R.matmul(e, w))
            R.output(f)
        return f

#| 1 pass checked by running: 0 runs agree
#| hammock: error: a_mistake_behind_many_layers.py: rewriter changes what 'main' computes: result[0, 0] is -0.325763017 before, 2.85818552e+11 now; 94 of 256 elements differ
#|   the arguments of seed 1 (--check-seed=1): x: (4, 64) float32, w: (64, 64) float32, b: (64,) float32
