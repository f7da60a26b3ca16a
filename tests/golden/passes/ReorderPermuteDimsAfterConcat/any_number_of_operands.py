# test: opt --passes=ReorderPermuteDimsAfterConcat
# Thirteen transposes become one, however they are written; a negative axis counts from the end.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(a: R.Tensor((2, 3), "float32"), b: R.Tensor((2, 3), "float32")):
    with R.dataflow():
        t0 = R.permute_dims(a)
        t1 = R.permute_dims(b, axes=[1, 0])
        t2 = R.permute_dims(a, axes=[-1, 0])
        w = R.concat((t0, t1, t2, t0, t1, t2, t0, t1, t2, t0, t1, t2, t0), axis=-1)
        R.output(w)
    return w

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(a: R.Tensor((2, 3), dtype="float32"), b: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((3, 26), dtype="float32"):
#|     with R.dataflow():
#|         lv: R.Tensor((26, 3), dtype="float32") = R.concat((a, b, a, a, b, a, a, b, a, a, b, a, a), axis=0)
#|         w: R.Tensor((3, 26), dtype="float32") = R.permute_dims(lv, axes=None)
#|         R.output(w)
#|     return w
