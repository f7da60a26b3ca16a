# test: opt --passes=ReorderPermuteDimsAfterConcat --remarks
# One operand is transposed, the other only looks like it.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(a: R.Tensor((3, 3), "float32"), b: R.Tensor((3, 3), "float32")):
    with R.dataflow():
        s = R.permute_dims(a, axes=[0, 1])
        t = R.permute_dims(b, axes=[1, 0])
        w = R.concat((s, t), axis=1)
        R.output(w)
    return w

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(a: R.Tensor((3, 3), dtype="float32"), b: R.Tensor((3, 3), dtype="float32")) -> R.Tensor((3, 6), dtype="float32"):
#|     with R.dataflow():
#|         s: R.Tensor((3, 3), dtype="float32") = R.permute_dims(a, axes=[0, 1])
#|         t: R.Tensor((3, 3), dtype="float32") = R.permute_dims(b, axes=[1, 0])
#|         w: R.Tensor((3, 6), dtype="float32") = R.concat((s, t), axis=1)
#|         R.output(w)
#|     return w
#| different_transposes_stay.py:10:13: remark: ReorderPermuteDimsAfterConcat: the operands are transposed in different ways [R0101]
#|             w = R.concat((s, t), axis=1)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~
