# test: opt --passes=FuseTransposeMatmul
# Equal layers share one function; a transpose of other axes is no such layer.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2, 16), "float32"), w: R.Tensor((16, 16), "float32"), v: R.Tensor((16, 16), "float32")):
    with R.dataflow():
        a = R.permute_dims(w)
        b = R.matmul(x, a)
        c = R.permute_dims(v)
        d = R.matmul(b, c)
        e = R.permute_dims(w, axes=[0, 1])
        f = R.matmul(d, e)
        R.output(f)
    return f

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function(private=True)
#|     def fused_relax_permute_dims_relax_matmul(w: R.Tensor((16, 16), dtype="float32"), x: R.Tensor((2, 16), dtype="float32")) -> R.Tensor((2, 16), dtype="float32"):
#|         R.func_attr({"Composite": "transpose_matmul_fuse", "Primitive": 1})
#|         with R.dataflow():
#|             a: R.Tensor((16, 16), dtype="float32") = R.permute_dims(w, axes=None)
#|             gv: R.Tensor((2, 16), dtype="float32") = R.matmul(x, a, out_dtype="void")
#|             R.output(gv)
#|         return gv
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 16), dtype="float32"), w: R.Tensor((16, 16), dtype="float32"), v: R.Tensor((16, 16), dtype="float32")) -> R.Tensor((2, 16), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             lv: R.Tensor((2, 16), dtype="float32") = cls.fused_relax_permute_dims_relax_matmul(w, x)
#|             lv1: R.Tensor((2, 16), dtype="float32") = cls.fused_relax_permute_dims_relax_matmul(v, lv)
#|             e: R.Tensor((16, 16), dtype="float32") = R.permute_dims(w, axes=[0, 1])
#|             f: R.Tensor((2, 16), dtype="float32") = R.matmul(lv1, e, out_dtype="void")
#|             R.output(f)
#|         return f
