# test: opt --passes=MergeCompositeFunctions --remarks
# Outside dataflow blocks calls stay as they are, and the remark says what helps.
@I.ir_module
class Module:
    @R.function(private=True)
    def scale(a: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        R.func_attr({"Composite": "vendor.scale", "Primitive": 1})
        gv = R.multiply(a, R.const(2.0, "float32"))
        return gv

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        a = Module.scale(x)
        return a

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function(private=True)
#|     def scale(a: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         R.func_attr({"Composite": "vendor.scale", "Primitive": 1})
#|         gv: R.Tensor((4,), dtype="float32") = R.multiply(a, R.const(2.0, "float32"))
#|         return gv
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         cls = Module
#|         a: R.Tensor((4,), dtype="float32") = cls.scale(x)
#|         return a
#| plain_block.py:13:13: remark: MergeCompositeFunctions: the call of a composite stands outside dataflow blocks; ConvertToDataflow makes some [R0101]
#|             a = Module.scale(x)
#|                 ^~~~~~~~~~~~~~~
