# test: opt --passes=AdjustMatmulOrder
# A vector first goes through the narrow middle; the other way round for a vector behind.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((16,), "float32"), A: R.Tensor((16, 2), "float32"), B: R.Tensor((2, 16), "float32")):
    with R.dataflow():
        w = R.matmul(A, B)
        y = R.matmul(x, w)
        z = R.matmul(w, x)
        o = R.add(y, z)
        R.output(o)
    return o

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((16,), dtype="float32"), A: R.Tensor((16, 2), dtype="float32"), B: R.Tensor((2, 16), dtype="float32")) -> R.Tensor((16,), dtype="float32"):
#|     with R.dataflow():
#|         lv: R.Tensor((2,), dtype="float32") = R.matmul(x, A, out_dtype="void")
#|         y: R.Tensor((16,), dtype="float32") = R.matmul(lv, B, out_dtype="void")
#|         lv1: R.Tensor((2,), dtype="float32") = R.matmul(B, x, out_dtype="void")
#|         z: R.Tensor((16,), dtype="float32") = R.matmul(A, lv1, out_dtype="void")
#|         o: R.Tensor((16,), dtype="float32") = R.add(y, z)
#|         R.output(o)
#|     return o
