# test: opt --passes=FuseOpsByPattern --remarks
# A match_cast that defines dims goes into no composite: what stands behind it needs them.
@R.function
def main(x: R.Tensor((6, 4), "float32"), w: R.Tensor((4, 6), "float32")):
    m = T.int64()
    k = T.int64()
    with R.dataflow():
        a = R.matmul(x, w)
        b = R.match_cast(a, R.Tensor((m, k), "float32"))
        c = R.nn.relu(b)
        R.output(a, c)
    return (a, c)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function(private=True)
#|     def fused_relax_matmul(x: R.Tensor((6, 4), dtype="float32"), w: R.Tensor((4, 6), dtype="float32")) -> R.Tensor((6, 6), dtype="float32"):
#|         R.func_attr({"Composite": "hammock.matmul", "Primitive": 1})
#|         with R.dataflow():
#|             gv: R.Tensor((6, 6), dtype="float32") = R.matmul(x, w, out_dtype="void")
#|             R.output(gv)
#|         return gv
#|
#|     @R.function
#|     def main(x: R.Tensor((6, 4), dtype="float32"), w: R.Tensor((4, 6), dtype="float32")) -> R.Tuple(R.Tensor((6, 6), dtype="float32"), R.Tensor(dtype="float32", ndim=2)):
#|         cls = Module
#|         m = T.int64()
#|         k = T.int64()
#|         with R.dataflow():
#|             gv: R.Tensor((6, 6), dtype="float32") = cls.fused_relax_matmul(x, w)
#|             b: R.Tensor((m, k), dtype="float32") = R.match_cast(gv, R.Tensor((m, k), dtype="float32"))
#|             c: R.Tensor((m, k), dtype="float32") = R.nn.relu(b)
#|             R.output(gv, c)
#|         return (gv, c)
#| fuse_ops_and_dims_of_a_match_cast.py:10:13: remark: FuseOpsByPattern: hammock.matmul_relu: a match_cast in it defines dims [R0101]
#|             c = R.nn.relu(b)
#|                 ^~~~~~~~~~~~
