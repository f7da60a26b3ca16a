# test: opt --verify-roundtrip --passes=FuseOpsByPattern
# With what is made of its parts it becomes a class, in which functions are called as their symbols say.
@R.function
def written(x: R.Tensor((2, 4), "float32"), w: R.Tensor((4, 4), "float32"), b: R.Tensor((1, 4), "float32")):
    R.func_attr({"global_symbol": "linear"})
    with R.dataflow():
        y = R.matmul(x, w)
        z = R.add(y, b)
        R.output(z)
    return z

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function(private=True)
#|     def fused_relax_matmul_relax_add(x: R.Tensor((2, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32"), b: R.Tensor((1, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
#|         R.func_attr({"Composite": "hammock.matmul_bias", "Primitive": 1})
#|         with R.dataflow():
#|             y: R.Tensor((2, 4), dtype="float32") = R.matmul(x, w, out_dtype="void")
#|             gv: R.Tensor((2, 4), dtype="float32") = R.add(y, b)
#|             R.output(gv)
#|         return gv
#|
#|     @R.function
#|     def linear(x: R.Tensor((2, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32"), b: R.Tensor((1, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             gv: R.Tensor((2, 4), dtype="float32") = cls.fused_relax_matmul_relax_add(x, w, b)
#|             R.output(gv)
#|         return gv
