# test: opt --passes=ReorderTakeAfterMatmul
# One product with all weights side by side, and what each row of the batch wants from it.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((5, 1, 3), "float32"), w: R.Tensor((4, 3, 2), "float32"), i: R.Tensor((5,), "int64")):
    with R.dataflow():
        t = R.take(w, i, axis=0)
        o = R.matmul(x, t)
        R.output(o)
    return o

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((5, 1, 3), dtype="float32"), w: R.Tensor((4, 3, 2), dtype="float32"), i: R.Tensor((5,), dtype="int64")) -> R.Tensor((5, 1, 2), dtype="float32"):
#|     with R.dataflow():
#|         lv: R.Tensor((3, 4, 2), dtype="float32") = R.permute_dims(w, axes=[1, 0, 2])
#|         lv1: R.Tensor((3, 8), dtype="float32") = R.reshape(lv, R.shape([3, 8]))
#|         lv2: R.Tensor((5, 1, 8), dtype="float32") = R.matmul(x, lv1, out_dtype="void")
#|         lv3: R.Tensor((5, 1, 4, 2), dtype="float32") = R.reshape(lv2, R.shape([5, 1, 4, 2]))
#|         lv4: R.Tensor((5, 1, 5, 2), dtype="float32") = R.take(lv3, i, axis=2)
#|         o: R.Tensor((5, 1, 2), dtype="float32") = R.einsum((lv4,), subscripts="ijik->ijk")
#|         R.output(o)
#|     return o
