# test: opt --passes=CombineParallelMatmul
# One wide matmul and a split.
@R.function
def main(x: R.Tensor((2, 4), "float32"), a: R.Tensor((4, 3), "float32"), b: R.Tensor((4, 5), "float32"), c: R.Tensor((4, 2), "float32")):
    with R.dataflow():
        p = R.matmul(x, a)
        q = R.matmul(x, b)
        r = R.matmul(x, c)
        R.output(p, q, r)
    return (p, q, r)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((4, 3), dtype="float32"), b: R.Tensor((4, 5), dtype="float32"), c: R.Tensor((4, 2), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 5), dtype="float32"), R.Tensor((2, 2), dtype="float32")):
#|     with R.dataflow():
#|         lv: R.Tensor((4, 10), dtype="float32") = R.concat((a, b, c), axis=1)
#|         lv1: R.Tensor((2, 10), dtype="float32") = R.matmul(x, lv, out_dtype="float32")
#|         lv2: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 5), dtype="float32"), R.Tensor((2, 2), dtype="float32")) = R.split(lv1, indices_or_sections=[3, 8], axis=1)
#|         p: R.Tensor((2, 3), dtype="float32") = lv2[0]
#|         q: R.Tensor((2, 5), dtype="float32") = lv2[1]
#|         r: R.Tensor((2, 2), dtype="float32") = lv2[2]
#|         R.output(p, q, r)
#|     return (p, q, r)
