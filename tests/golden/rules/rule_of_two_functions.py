# test: rules run
# A pattern and a replacement: symbolic dims stand for any dims, attributes have to be equal.
@R.rewriter
class SoftmaxOfTwice:
    @R.function
    def pattern(x: R.Tensor(("m", "n"), "float32")):
        twice = R.add(x, x)
        z = R.nn.softmax(twice, axis=-1)
        return z

    @R.function
    def replacement(x: R.Tensor(("m", "n"), "float32")):
        scaled = R.multiply(x, R.const(2, "float32"))
        z = R.nn.softmax(scaled, axis=-1)
        return z

@R.function
def main(a: R.Tensor((4, 8), "float32"), b: R.Tensor((4, 8), "float32")):
    with R.dataflow():
        u = R.add(a, a)
        v = R.nn.softmax(u, axis=1)
        s = R.add(b, b)
        t = R.nn.softmax(s, axis=0)
        R.output(v, t)
    return (v, t)

SoftmaxOfTwice(main).show()

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(a: R.Tensor((4, 8), dtype="float32"), b: R.Tensor((4, 8), dtype="float32")) -> R.Tuple(R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 8), dtype="float32")):
#|     with R.dataflow():
#|         scaled: R.Tensor((4, 8), dtype="float32") = R.multiply(a, R.const(2.0, "float32"))
#|         v: R.Tensor((4, 8), dtype="float32") = R.nn.softmax(scaled, axis=-1)
#|         s: R.Tensor((4, 8), dtype="float32") = R.add(b, b)
#|         t: R.Tensor((4, 8), dtype="float32") = R.nn.softmax(s, axis=0)
#|         R.output(v, t)
#|     return (v, t)
