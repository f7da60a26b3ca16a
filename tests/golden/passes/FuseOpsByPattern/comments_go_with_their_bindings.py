# test: opt --passes=FuseOpsByPattern{patterns=hammock.matmul_bias_relu}
# Into the function; those of a result stay with the call.
@R.function
def main(x: R.Tensor((4, 8), "float32"), w: R.Tensor((8, 8), "float32"), b: R.Tensor((8,), "float32")):
    with R.dataflow():
        # The product.
        product = R.matmul(x, w)
        shifted = R.add(product, b)  # and its bias
        # Nothing below zero.
        result = R.nn.relu(shifted)
        R.output(result)
    return result

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function(private=True)
#|     def fused_relax_matmul_relax_add_relax_nn_relu(x: R.Tensor((4, 8), dtype="float32"), w: R.Tensor((8, 8), dtype="float32"), b: R.Tensor((8,), dtype="float32")) -> R.Tensor((4, 8), dtype="float32"):
#|         R.func_attr({"Composite": "hammock.matmul_bias_relu", "Primitive": 1})
#|         with R.dataflow():
#|             # The product.
#|             product: R.Tensor((4, 8), dtype="float32") = R.matmul(x, w, out_dtype="void")
#|             shifted: R.Tensor((4, 8), dtype="float32") = R.add(product, b)  # and its bias
#|             gv: R.Tensor((4, 8), dtype="float32") = R.nn.relu(shifted)
#|             R.output(gv)
#|         return gv
#|
#|     @R.function
#|     def main(x: R.Tensor((4, 8), dtype="float32"), w: R.Tensor((8, 8), dtype="float32"), b: R.Tensor((8,), dtype="float32")) -> R.Tensor((4, 8), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             # Nothing below zero.
#|             gv: R.Tensor((4, 8), dtype="float32") = cls.fused_relax_matmul_relax_add_relax_nn_relu(x, w, b)
#|             R.output(gv)
#|         return gv
