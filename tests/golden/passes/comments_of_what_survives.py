# test: opt --passes=CombineParallelMatmul,DeadCodeElimination
# A comment follows its binding; those of bindings that are removed go with them.
@R.function
def main(x: R.Tensor((2, 4), "float32"), a: R.Tensor((4, 3), "float32"), b: R.Tensor((4, 5), "float32")):
    with R.dataflow():
        # the first
        p = R.matmul(x, a)  # by a
        # nobody needs it
        unused = R.negative(p)  # gone
        # the second
        q = R.matmul(x, b)  # by b
        R.output(p, q)  # both
    return (p, q)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((4, 3), dtype="float32"), b: R.Tensor((4, 5), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 5), dtype="float32")):
#|     with R.dataflow():
#|         lv: R.Tensor((4, 8), dtype="float32") = R.concat((a, b), axis=1)
#|         lv1: R.Tensor((2, 8), dtype="float32") = R.matmul(x, lv, out_dtype="float32")
#|         lv2: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 5), dtype="float32")) = R.split(lv1, indices_or_sections=[3], axis=1)
#|         # the first
#|         p: R.Tensor((2, 3), dtype="float32") = lv2[0]  # by a
#|         # the second
#|         q: R.Tensor((2, 5), dtype="float32") = lv2[1]  # by b
#|         R.output(p, q)  # both
#|     return (p, q)
