# test: opt --passes=FuseOpsByPattern{patterns=hammock.matmul_transposed_bias_gelu}
# A linear layer with its activation, the weight as it is stored.
@R.function
def main(x: R.Tensor((4, 8), "float32"), w: R.Tensor((16, 8), "float32"), b: R.Tensor((16,), "float32")):
    with R.dataflow():
        t = R.permute_dims(w)
        h = R.matmul(x, t)
        s = R.add(b, h)
        r = R.nn.gelu(s)
        R.output(r)
    return r

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function(private=True)
#|     def fused_relax_permute_dims_relax_matmul_relax_add_relax_nn_gelu(w: R.Tensor((16, 8), dtype="float32"), x: R.Tensor((4, 8), dtype="float32"), b: R.Tensor((16,), dtype="float32")) -> R.Tensor((4, 16), dtype="float32"):
#|         R.func_attr({"Composite": "hammock.matmul_transposed_bias_gelu", "Primitive": 1})
#|         with R.dataflow():
#|             t: R.Tensor((8, 16), dtype="float32") = R.permute_dims(w, axes=None)
#|             h: R.Tensor((4, 16), dtype="float32") = R.matmul(x, t, out_dtype="void")
#|             s: R.Tensor((4, 16), dtype="float32") = R.add(b, h)
#|             gv: R.Tensor((4, 16), dtype="float32") = R.nn.gelu(s)
#|             R.output(gv)
#|         return gv
#|
#|     @R.function
#|     def main(x: R.Tensor((4, 8), dtype="float32"), w: R.Tensor((16, 8), dtype="float32"), b: R.Tensor((16,), dtype="float32")) -> R.Tensor((4, 16), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             gv: R.Tensor((4, 16), dtype="float32") = cls.fused_relax_permute_dims_relax_matmul_relax_add_relax_nn_gelu(w, x, b)
#|             R.output(gv)
#|         return gv
