# test: opt --passes=AdjustMatmulOrder
# Weights are multiplied before the run whatever it costs, also behind a transpose and where a weight is computed.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((16,), "float32"), A: R.Tensor((16, 2), "float32"), B: R.Tensor((2, 16), "float32")):
    R.func_attr({"num_input": 1})
    with R.dataflow():
        A2 = R.add(A, A)
        y = R.matmul(x, A2)
        z = R.matmul(y, B)
        w = R.matmul(A, B)
        t = R.permute_dims(w)
        v = R.matmul(x, t)
        o = R.add(z, v)
        R.output(o)
    return o

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((16,), dtype="float32"), A: R.Tensor((16, 2), dtype="float32"), B: R.Tensor((2, 16), dtype="float32")) -> R.Tensor((16,), dtype="float32"):
#|     R.func_attr({"num_input": 1})
#|     with R.dataflow():
#|         A2: R.Tensor((16, 2), dtype="float32") = R.add(A, A)
#|         lv1: R.Tensor((16, 16), dtype="float32") = R.matmul(A2, B, out_dtype="void")
#|         z: R.Tensor((16,), dtype="float32") = R.matmul(x, lv1, out_dtype="void")
#|         w: R.Tensor((16, 16), dtype="float32") = R.matmul(A, B, out_dtype="void")
#|         t: R.Tensor((16, 16), dtype="float32") = R.permute_dims(w, axes=None)
#|         v: R.Tensor((16,), dtype="float32") = R.matmul(x, t, out_dtype="void")
#|         o: R.Tensor((16,), dtype="float32") = R.add(z, v)
#|         R.output(o)
#|     return o
