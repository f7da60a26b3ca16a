# test: opt --passes=ReorderPermuteDimsAfterConcat
# The axis goes through the permutation.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(a: R.Tensor((2, 3, 4), "float32"), b: R.Tensor((2, 5, 4), "float32")):
    with R.dataflow():
        s = R.permute_dims(a, axes=[2, 0, 1])
        t = R.permute_dims(b, axes=[2, 0, 1])
        w = R.concat((s, t), axis=2)
        R.output(w)
    return w

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(a: R.Tensor((2, 3, 4), dtype="float32"), b: R.Tensor((2, 5, 4), dtype="float32")) -> R.Tensor((4, 2, 8), dtype="float32"):
#|     with R.dataflow():
#|         lv: R.Tensor((2, 8, 4), dtype="float32") = R.concat((a, b), axis=1)
#|         w: R.Tensor((4, 2, 8), dtype="float32") = R.permute_dims(lv, axes=[2, 0, 1])
#|         R.output(w)
#|     return w
