# test: opt --passes=CombineParallelMatmul --remarks
# A vector has no columns to put side by side.
@R.function
def main(x: R.Tensor((4,), "float32"), a: R.Tensor((4, 3), "float32"), b: R.Tensor((4, 5), "float32"), v: R.Tensor((4,), "float32")):
    with R.dataflow():
        p = R.matmul(x, v)
        q = R.matmul(x, v)
        R.output(p, q)
    return (p, q)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4,), dtype="float32"), a: R.Tensor((4, 3), dtype="float32"), b: R.Tensor((4, 5), dtype="float32"), v: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((), dtype="float32"), R.Tensor((), dtype="float32")):
#|     with R.dataflow():
#|         p: R.Tensor((), dtype="float32") = R.matmul(x, v, out_dtype="void")
#|         q: R.Tensor((), dtype="float32") = R.matmul(x, v, out_dtype="void")
#|         R.output(p, q)
#|     return (p, q)
#| vectors_are_left_alone.py:6:13: remark: CombineParallelMatmul: the left operand has rank 1 [R0101]
#|             p = R.matmul(x, v)
#|                 ^~~~~~~~~~~~~~
#| vectors_are_left_alone.py:7:13: remark: CombineParallelMatmul: the left operand has rank 1 [R0101]
#|             q = R.matmul(x, v)
#|                 ^~~~~~~~~~~~~~
