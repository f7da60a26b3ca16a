# test: opt --passes=FuseTransposeMatmul --remarks
# Fused, it would be computed twice.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2, 16), "float32"), w: R.Tensor((16, 16), "float32")):
    with R.dataflow():
        a = R.permute_dims(w)
        b = R.matmul(x, a)
        R.output(a, b)
    return (a, b)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 16), dtype="float32"), w: R.Tensor((16, 16), dtype="float32")) -> R.Tuple(R.Tensor((16, 16), dtype="float32"), R.Tensor((2, 16), dtype="float32")):
#|     with R.dataflow():
#|         a: R.Tensor((16, 16), dtype="float32") = R.permute_dims(w, axes=None)
#|         b: R.Tensor((2, 16), dtype="float32") = R.matmul(x, a, out_dtype="void")
#|         R.output(a, b)
#|     return (a, b)
#| a_transpose_with_other_readers_stays.py:9:13: remark: FuseTransposeMatmul: something else reads the transpose, too [R0101]
#|             b = R.matmul(x, a)
#|                 ^~~~~~~~~~~~~~
