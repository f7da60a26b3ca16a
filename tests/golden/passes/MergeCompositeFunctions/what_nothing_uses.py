# test: opt --passes=[FuseTransposeMatmul,MergeCompositeFunctions]*2 --remarks
# A call that nobody uses is removed, which is a change: the group runs again, and fuses what the call had used.
@I.ir_module
class Module:
    @R.function(private=True)
    def neg(a: R.Tensor((4, 3), "float32")) -> R.Tensor((4, 3), "float32"):
        R.func_attr({"Composite": "x.neg", "Primitive": 1})
        with R.dataflow():
            gv = R.negative(a)
            R.output(gv)
        return gv
    @R.function
    def main(x: R.Tensor((2, 4), "float32"), w: R.Tensor((3, 4), "float32")):
        cls = Module
        with R.dataflow():
            t = R.permute_dims(w)
            y = R.matmul(x, t)
            n = cls.neg(t)
            R.output(y)
        return y

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def fused_relax_permute_dims_relax_matmul1_transpose_matmul_fuse(w: R.Tensor((3, 4), dtype="float32"), x: R.Tensor((2, 4), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
#|         R.func_attr({"Codegen": "transpose_matmul_fuse"})
#|         # from tvm.script import relax as R
#|         
#|         @R.function
#|         def gv(w_1: R.Tensor((3, 4), dtype="float32"), x_1: R.Tensor((2, 4), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
#|             R.func_attr({"Composite": "transpose_matmul_fuse"})
#|             with R.dataflow():
#|                 t: R.Tensor((4, 3), dtype="float32") = R.permute_dims(w_1, axes=None)
#|                 gv_1: R.Tensor((2, 3), dtype="float32") = R.matmul(x_1, t, out_dtype="void")
#|                 R.output(gv_1)
#|             return gv_1
#|
#|         gv_1: R.Tensor((2, 3), dtype="float32") = gv(w, x)
#|         return gv_1
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 4), dtype="float32"), w: R.Tensor((3, 4), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             gv: R.Tensor((2, 3), dtype="float32") = cls.fused_relax_permute_dims_relax_matmul1_transpose_matmul_fuse(w, x)
#|             R.output(gv)
#|         return gv
#| what_nothing_uses.py:17:17: remark: FuseTransposeMatmul: something else reads the transpose, too [R0101]
#|                 y = R.matmul(x, t)
#|                     ^~~~~~~~~~~~~~
