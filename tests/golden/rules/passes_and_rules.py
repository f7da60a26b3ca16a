# test: opt --rules=double.rules --passes=DeadCodeElimination --rules=combine.rules
# Rules and passes in the order in which they are given.
@R.function
def main(x: R.Tensor((4, 4), "float32"), w0: R.Tensor((4, 4), "float32"), w1: R.Tensor((4, 8), "float32"), w2: R.Tensor((4, 4), "float32")):
    with R.dataflow():
        twice = R.add(x, x)
        unused = R.exp(x)
        a = R.matmul(twice, w0)
        b = R.matmul(twice, w1)
        c = R.matmul(twice, w2)
        out = (a, b, c)
        R.output(out)
    return out

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4, 4), dtype="float32"), w0: R.Tensor((4, 4), dtype="float32"), w1: R.Tensor((4, 8), dtype="float32"), w2: R.Tensor((4, 4), dtype="float32")) -> R.Tuple(R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 4), dtype="float32")):
#|     with R.dataflow():
#|         twice: R.Tensor((4, 4), dtype="float32") = R.multiply(x, R.const(2.0, "float32"))
#|         lv: R.Tensor((4, 16), dtype="float32") = R.concat((w0, w1, w2), axis=1)
#|         lv1: R.Tensor((4, 16), dtype="float32") = R.matmul(twice, lv, out_dtype="void")
#|         out: R.Tuple(R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 4), dtype="float32")) = R.split(lv1, indices_or_sections=[4, 12], axis=-1)
#|         R.output(out)
#|     return out
