# test: opt --passes=AdjustMatmulOrder --remarks
# A vector in the middle, a vector beside a batch, a transpose that is none, a product that widens.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((4,), "float32"), A: R.Tensor((4, 4), "float32"), B: R.Tensor((3, 4, 4), "float32"), q: R.Tensor((4, 4), "int8"), r: R.Tensor((4, 4), "int32")):
    with R.dataflow():
        a = R.matmul(A, x)
        b = R.matmul(a, A)
        c = R.matmul(x, B)
        d = R.matmul(c, A)
        e = R.matmul(A, A)
        f = R.permute_dims(e, axes=[0, 1])
        g = R.matmul(x, f)
        h = R.matmul(q, q, out_dtype="int32")
        i = R.matmul(h, r)
        R.output(b, d, g, i)
    return (b, d, g, i)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4,), dtype="float32"), A: R.Tensor((4, 4), dtype="float32"), B: R.Tensor((3, 4, 4), dtype="float32"), q: R.Tensor((4, 4), dtype="int8"), r: R.Tensor((4, 4), dtype="int32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((3, 4), dtype="float32"), R.Tensor((4,), dtype="float32"), R.Tensor((4, 4), dtype="int32")):
#|     with R.dataflow():
#|         a: R.Tensor((4,), dtype="float32") = R.matmul(A, x, out_dtype="void")
#|         b: R.Tensor((4,), dtype="float32") = R.matmul(a, A, out_dtype="void")
#|         c: R.Tensor((3, 4), dtype="float32") = R.matmul(x, B, out_dtype="void")
#|         d: R.Tensor((3, 4), dtype="float32") = R.matmul(c, A, out_dtype="void")
#|         e: R.Tensor((4, 4), dtype="float32") = R.matmul(A, A, out_dtype="void")
#|         f: R.Tensor((4, 4), dtype="float32") = R.permute_dims(e, axes=[0, 1])
#|         g: R.Tensor((4,), dtype="float32") = R.matmul(x, f, out_dtype="void")
#|         h: R.Tensor((4, 4), dtype="int32") = R.matmul(q, q, out_dtype="int32")
#|         i: R.Tensor((4, 4), dtype="int32") = R.matmul(h, r, out_dtype="void")
#|         R.output(b, d, g, i)
#|     return (b, d, g, i)
#| what_has_no_other_order.py:9:13: remark: AdjustMatmulOrder: the factor in the middle is a vector [R0101]
#|             b = R.matmul(a, A)
#|                 ^~~~~~~~~~~~~~
#| what_has_no_other_order.py:11:13: remark: AdjustMatmulOrder: a vector beside a batch of matrices [R0101]
#|             d = R.matmul(c, A)
#|                 ^~~~~~~~~~~~~~
#| what_has_no_other_order.py:14:13: remark: AdjustMatmulOrder: the transpose is none of the last two axes [R0101]
#|             g = R.matmul(x, f)
#|                 ^~~~~~~~~~~~~~
#| what_has_no_other_order.py:16:13: remark: AdjustMatmulOrder: the factors differ in dtype [R0101]
#|             i = R.matmul(h, r)
#|                 ^~~~~~~~~~~~~~
