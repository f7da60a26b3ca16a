# test: opt --passes=[FuseTransposeMatmul,MergeCompositeFunctions]*2 --verify-roundtrip
# A function for a back end gets a name that no other has.
@R.function
def main(a: R.Tensor((17, 1), "float32"), b: R.Tensor((1, 1), "float32")):
    with R.dataflow():
        t = R.permute_dims(a, axes=[1, 0])
        y = R.matmul(b, t)
        R.output(y)
    return y

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def fused_relax_permute_dims_relax_matmul1_transpose_matmul_fuse(a: R.Tensor((17, 1), dtype="float32"), b: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 17), dtype="float32"):
#|         R.func_attr({"Codegen": "transpose_matmul_fuse"})
#|         cls = Module
#|         # from tvm.script import relax as R
#|         
#|         @R.function
#|         def gv(a_1: R.Tensor((17, 1), dtype="float32"), b_1: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 17), dtype="float32"):
#|             R.func_attr({"Composite": "transpose_matmul_fuse"})
#|             with R.dataflow():
#|                 gv_1: R.Tensor((1, 17), dtype="float32") = cls.fused_relax_permute_dims_relax_matmul1_transpose_matmul_fuse1(a_1, b_1)
#|                 R.output(gv_1)
#|             return gv_1
#|
#|         gv_1: R.Tensor((1, 17), dtype="float32") = gv(a, b)
#|         return gv_1
#|
#|     @R.function
#|     def fused_relax_permute_dims_relax_matmul1_transpose_matmul_fuse1(a: R.Tensor((17, 1), dtype="float32"), b: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 17), dtype="float32"):
#|         R.func_attr({"Codegen": "transpose_matmul_fuse"})
#|         # from tvm.script import relax as R
#|         
#|         @R.function
#|         def gv(a_1: R.Tensor((17, 1), dtype="float32"), b_1: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 17), dtype="float32"):
#|             R.func_attr({"Composite": "transpose_matmul_fuse"})
#|             with R.dataflow():
#|                 t: R.Tensor((1, 17), dtype="float32") = R.permute_dims(a_1, axes=[1, 0])
#|                 gv_1: R.Tensor((1, 17), dtype="float32") = R.matmul(b_1, t, out_dtype="void")
#|                 R.output(gv_1)
#|             return gv_1
#|
#|         gv_1: R.Tensor((1, 17), dtype="float32") = gv(a, b)
#|         return gv_1
#|
#|     @R.function
#|     def main(a: R.Tensor((17, 1), dtype="float32"), b: R.Tensor((1, 1), dtype="float32")) -> R.Tensor((1, 17), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             gv: R.Tensor((1, 17), dtype="float32") = cls.fused_relax_permute_dims_relax_matmul1_transpose_matmul_fuse(a, b)
#|             R.output(gv)
#|         return gv
