# test: opt --passes=CombineParallelMatmul
# Absorbed where every branch has them.
@R.function
def main(x: R.Tensor((2, 4), "float32"), a: R.Tensor((4, 3), "float32"), b: R.Tensor((4, 5), "float32"), ba: R.Tensor((3,), "float32"), bb: R.Tensor((5,), "float32")):
    with R.dataflow():
        p = R.nn.relu(R.add(R.matmul(x, a), ba))
        q = R.nn.relu(R.add(R.matmul(x, b), bb))
        R.output(p, q)
    return (p, q)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((4, 3), dtype="float32"), b: R.Tensor((4, 5), dtype="float32"), ba: R.Tensor((3,), dtype="float32"), bb: R.Tensor((5,), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 5), dtype="float32")):
#|     with R.dataflow():
#|         lv: R.Tensor((4, 8), dtype="float32") = R.concat((a, b), axis=1)
#|         lv1: R.Tensor((2, 8), dtype="float32") = R.matmul(x, lv, out_dtype="float32")
#|         lv2: R.Tensor((8,), dtype="float32") = R.concat((ba, bb), axis=0)
#|         lv3: R.Tensor((2, 8), dtype="float32") = R.add(lv1, lv2)
#|         lv4: R.Tensor((2, 8), dtype="float32") = R.nn.relu(lv3)
#|         lv5: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 5), dtype="float32")) = R.split(lv4, indices_or_sections=[3], axis=1)
#|         p: R.Tensor((2, 3), dtype="float32") = lv5[0]
#|         q: R.Tensor((2, 5), dtype="float32") = lv5[1]
#|         R.output(p, q)
#|     return (p, q)
