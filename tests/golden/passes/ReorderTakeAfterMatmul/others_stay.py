# test: opt --passes=ReorderTakeAfterMatmul --remarks
# Rows taken, a vector of weights, and a batch of one row for many indices.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor((1, 2, 6), "float32"), w: R.Tensor((6, 4), "float32"), v: R.Tensor((7,), "float32"), u: R.Tensor((9, 6, 4), "float32"), i: R.Tensor((3,), "int64")):
    with R.dataflow():
        a = R.take(w, i, axis=0)
        b = R.matmul(x, a)
        c = R.take(v, i, axis=0)
        d = R.matmul(x, c)
        e = R.take(u, i, axis=0)
        f = R.matmul(y, e)
        R.output(b, d, f)
    return (b, d, f)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 3), dtype="float32"), y: R.Tensor((1, 2, 6), dtype="float32"), w: R.Tensor((6, 4), dtype="float32"), v: R.Tensor((7,), dtype="float32"), u: R.Tensor((9, 6, 4), dtype="float32"), i: R.Tensor((3,), dtype="int64")) -> R.Tuple(R.Tensor((2, 4), dtype="float32"), R.Tensor((2,), dtype="float32"), R.Tensor((3, 2, 4), dtype="float32")):
#|     with R.dataflow():
#|         a: R.Tensor((3, 4), dtype="float32") = R.take(w, i, axis=0)
#|         b: R.Tensor((2, 4), dtype="float32") = R.matmul(x, a, out_dtype="void")
#|         c: R.Tensor((3,), dtype="float32") = R.take(v, i, axis=0)
#|         d: R.Tensor((2,), dtype="float32") = R.matmul(x, c, out_dtype="void")
#|         e: R.Tensor((3, 6, 4), dtype="float32") = R.take(u, i, axis=0)
#|         f: R.Tensor((3, 2, 4), dtype="float32") = R.matmul(y, e, out_dtype="void")
#|         R.output(b, d, f)
#|     return (b, d, f)
#| others_stay.py:9:13: remark: ReorderTakeAfterMatmul: neither the last axis is taken nor a batch of weights [R0101]
#|             b = R.matmul(x, a)
#|                 ^~~~~~~~~~~~~~
#| others_stay.py:11:13: remark: ReorderTakeAfterMatmul: neither the last axis is taken nor a batch of weights [R0101]
#|             d = R.matmul(x, c)
#|                 ^~~~~~~~~~~~~~
#| others_stay.py:13:13: remark: ReorderTakeAfterMatmul: the batch of the left operand is not as long as the indices [R0101]
#|             f = R.matmul(y, e)
#|                 ^~~~~~~~~~~~~~
