# test: opt --passes=CombineParallelMatmul
# A binding moves only if it must.
@R.function
def main(x: R.Tensor((2, 4), "float32"), a: R.Tensor((3, 4), "float32"), b: R.Tensor((5, 4), "float32")):
    with R.dataflow():
        ta = R.permute_dims(a)
        p = R.matmul(x, ta)
        tb = R.permute_dims(b)
        q = R.matmul(x, tb)
        R.output(p, q)
    return (p, q)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 4), dtype="float32"), a: R.Tensor((3, 4), dtype="float32"), b: R.Tensor((5, 4), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 5), dtype="float32")):
#|     with R.dataflow():
#|         ta: R.Tensor((4, 3), dtype="float32") = R.permute_dims(a, axes=None)
#|         tb: R.Tensor((4, 5), dtype="float32") = R.permute_dims(b, axes=None)
#|         lv: R.Tensor((4, 8), dtype="float32") = R.concat((ta, tb), axis=1)
#|         lv1: R.Tensor((2, 8), dtype="float32") = R.matmul(x, lv, out_dtype="float32")
#|         lv2: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 5), dtype="float32")) = R.split(lv1, indices_or_sections=[3], axis=1)
#|         p: R.Tensor((2, 3), dtype="float32") = lv2[0]
#|         q: R.Tensor((2, 5), dtype="float32") = lv2[1]
#|         R.output(p, q)
#|     return (p, q)
