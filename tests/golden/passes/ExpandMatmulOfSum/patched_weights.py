# test: opt --passes=ExpandMatmulOfSum
# The weight is known before the run, its patch is not; behind a transpose as well.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2, 16), "float32"), B: R.Tensor((16, 32), "float32"), C: R.Tensor((32, 16), "float32"), A: R.Tensor((16, 32), "float32"), D: R.Tensor((32, 16), "float32")):
    R.func_attr({"num_input": 3})
    with R.dataflow():
        w = R.add(A, B)
        y = R.matmul(x, w)
        v = R.add(D, C)
        t = R.permute_dims(v)
        z = R.matmul(x, t)
        o = R.multiply(y, z)
        R.output(o)
    return o

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 16), dtype="float32"), B: R.Tensor((16, 32), dtype="float32"), C: R.Tensor((32, 16), dtype="float32"), A: R.Tensor((16, 32), dtype="float32"), D: R.Tensor((32, 16), dtype="float32")) -> R.Tensor((2, 32), dtype="float32"):
#|     R.func_attr({"num_input": 3})
#|     with R.dataflow():
#|         lv: R.Tensor((2, 32), dtype="float32") = R.matmul(x, A, out_dtype="void")
#|         lv1: R.Tensor((2, 32), dtype="float32") = R.matmul(x, B, out_dtype="void")
#|         y: R.Tensor((2, 32), dtype="float32") = R.add(lv, lv1)
#|         lv2: R.Tensor((16, 32), dtype="float32") = R.permute_dims(D, axes=None)
#|         lv3: R.Tensor((2, 32), dtype="float32") = R.matmul(x, lv2, out_dtype="void")
#|         lv4: R.Tensor((16, 32), dtype="float32") = R.permute_dims(C, axes=None)
#|         lv5: R.Tensor((2, 32), dtype="float32") = R.matmul(x, lv4, out_dtype="void")
#|         z: R.Tensor((2, 32), dtype="float32") = R.add(lv3, lv5)
#|         o: R.Tensor((2, 32), dtype="float32") = R.multiply(y, z)
#|         R.output(o)
#|     return o
