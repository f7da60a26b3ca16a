# test: opt --passes=CombineParallelMatmul --remarks
# A weight computed from another branch cannot join.
@R.function
def main(x: R.Tensor((4, 4), "float32"), w: R.Tensor((4, 4), "float32"), w2: R.Tensor((4, 4), "float32")):
    with R.dataflow():
        a = R.matmul(x, w)
        q = R.exp(a)
        b = R.matmul(x, q)
        c = R.matmul(x, w2)
        R.output(a, b, c)
    return (a, b, c)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32"), w2: R.Tensor((4, 4), dtype="float32")) -> R.Tuple(R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 4), dtype="float32")):
#|     with R.dataflow():
#|         lv: R.Tensor((4, 8), dtype="float32") = R.concat((w, w2), axis=1)
#|         lv1: R.Tensor((4, 8), dtype="float32") = R.matmul(x, lv, out_dtype="float32")
#|         lv2: R.Tuple(R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 4), dtype="float32")) = R.split(lv1, indices_or_sections=[4], axis=1)
#|         a: R.Tensor((4, 4), dtype="float32") = lv2[0]
#|         q: R.Tensor((4, 4), dtype="float32") = R.exp(a)
#|         b: R.Tensor((4, 4), dtype="float32") = R.matmul(x, q, out_dtype="void")
#|         c: R.Tensor((4, 4), dtype="float32") = lv2[1]
#|         R.output(a, b, c)
#|     return (a, b, c)
#| dependent_branch_is_left_alone.py:8:13: remark: CombineParallelMatmul: it depends on another matmul of the same left operand, or that on it [R0101]
#|             b = R.matmul(x, q)
#|                 ^~~~~~~~~~~~~~
