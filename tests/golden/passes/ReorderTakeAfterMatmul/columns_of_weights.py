# test: opt --passes=ReorderTakeAfterMatmul
# Columns are taken from the product; a negative axis is the last one, too.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((1, 16), "float32"), w: R.Tensor((16, 40), "float32"), i: R.Tensor((32,), "int64")):
    with R.dataflow():
        t = R.take(w, i, axis=-1)
        o = R.matmul(x, t)
        R.output(o)
    return o

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((1, 16), dtype="float32"), w: R.Tensor((16, 40), dtype="float32"), i: R.Tensor((32,), dtype="int64")) -> R.Tensor((1, 32), dtype="float32"):
#|     with R.dataflow():
#|         lv: R.Tensor((1, 40), dtype="float32") = R.matmul(x, w, out_dtype="void")
#|         o: R.Tensor((1, 32), dtype="float32") = R.take(lv, i, axis=1)
#|         R.output(o)
#|     return o
