# test: opt --passes=MergeCompositeFunctions --verify-roundtrip
# a and d become a region behind that of b, although a comes first: each region keeps its own back end.
@I.ir_module
class Module:
    @R.function(private=True)
    def neg(a: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        R.func_attr({"Composite": "x.neg", "Primitive": 1})
        with R.dataflow():
            gv = R.negative(a)
            R.output(gv)
        return gv
    @R.function(private=True)
    def add(a: R.Tensor((3, 4), "float32"), b: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        R.func_attr({"Composite": "x.add", "Primitive": 1})
        with R.dataflow():
            gv = R.add(a, b)
            R.output(gv)
        return gv
    @R.function(private=True)
    def exp(a: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        R.func_attr({"Composite": "y.exp", "Primitive": 1})
        with R.dataflow():
            gv = R.exp(a)
            R.output(gv)
        return gv
    @R.function
    def main(x: R.Tensor((3, 4), "float32")):
        cls = Module
        with R.dataflow():
            a = cls.neg(x)
            b = cls.exp(x)
            c = R.tanh(b)
            d = cls.add(a, c)
            R.output(d)
        return d

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def fused_exp_y(x: R.Tensor((3, 4), dtype="float32")) -> R.Tensor((3, 4), dtype="float32"):
#|         R.func_attr({"Codegen": "y"})
#|         # from tvm.script import relax as R
#|         
#|         @R.function
#|         def gv(a: R.Tensor((3, 4), dtype="float32")) -> R.Tensor((3, 4), dtype="float32"):
#|             R.func_attr({"Composite": "y.exp"})
#|             with R.dataflow():
#|                 gv_1: R.Tensor((3, 4), dtype="float32") = R.exp(a)
#|                 R.output(gv_1)
#|             return gv_1
#|
#|         gv_1: R.Tensor((3, 4), dtype="float32") = gv(x)
#|         return gv_1
#|
#|     @R.function
#|     def fused_neg_add_x(x: R.Tensor((3, 4), dtype="float32"), c: R.Tensor((3, 4), dtype="float32")) -> R.Tensor((3, 4), dtype="float32"):
#|         R.func_attr({"Codegen": "x"})
#|         # from tvm.script import relax as R
#|         
#|         @R.function
#|         def gv1(a: R.Tensor((3, 4), dtype="float32")) -> R.Tensor((3, 4), dtype="float32"):
#|             R.func_attr({"Composite": "x.neg"})
#|             with R.dataflow():
#|                 gv: R.Tensor((3, 4), dtype="float32") = R.negative(a)
#|                 R.output(gv)
#|             return gv
#|
#|         a: R.Tensor((3, 4), dtype="float32") = gv1(x)
#|         # from tvm.script import relax as R
#|         
#|         @R.function
#|         def gv2(a_1: R.Tensor((3, 4), dtype="float32"), b: R.Tensor((3, 4), dtype="float32")) -> R.Tensor((3, 4), dtype="float32"):
#|             R.func_attr({"Composite": "x.add"})
#|             with R.dataflow():
#|                 gv: R.Tensor((3, 4), dtype="float32") = R.add(a_1, b)
#|                 R.output(gv)
#|             return gv
#|
#|         gv: R.Tensor((3, 4), dtype="float32") = gv2(a, c)
#|         return gv
#|
#|     @R.function
#|     def main(x: R.Tensor((3, 4), dtype="float32")) -> R.Tensor((3, 4), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             lv: R.Tensor((3, 4), dtype="float32") = cls.fused_exp_y(x)
#|             c: R.Tensor((3, 4), dtype="float32") = R.tanh(lv)
#|             gv: R.Tensor((3, 4), dtype="float32") = cls.fused_neg_add_x(x, c)
#|             R.output(gv)
#|         return gv
