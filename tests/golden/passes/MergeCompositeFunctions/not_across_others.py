# test: opt --passes=MergeCompositeFunctions --remarks
# a and b feed each other and become one region. d needs both a and what is computed from b outside, so it cannot join them.
@I.ir_module
class Module:
    @R.function(private=True)
    def mm(a: R.Tensor(("n", 4), "float32"), w: R.Tensor((4, 4), "float32")) -> R.Tensor(("n", 4), "float32"):
        R.func_attr({"Composite": "x.mm", "Primitive": 1})
        n = T.int64()
        with R.dataflow():
            gv = R.matmul(a, w)
            R.output(gv)
        return gv
    @R.function(private=True)
    def add(a: R.Tensor((3, 4), "float32"), w: R.Tensor((3, 4), "float32")) -> R.Tensor((3, 4), "float32"):
        R.func_attr({"Composite": "x.add", "Primitive": 1})
        with R.dataflow():
            gv = R.add(a, w)
            R.output(gv)
        return gv
    @R.function
    def main(x: R.Tensor((3, 4), "float32"), w: R.Tensor((4, 4), "float32")):
        cls = Module
        with R.dataflow():
            a = cls.mm(x, w)
            b = cls.mm(a, w)
            c = R.exp(b)
            d = cls.add(a, c)
            e = cls.mm(d, w)
            R.output(e, b)
        return (e, b)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def fused_add_mm_x(a: R.Tensor((3, 4), dtype="float32"), c: R.Tensor((3, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((3, 4), dtype="float32"):
#|         R.func_attr({"Codegen": "x"})
#|         n = T.int64()
#|         # from tvm.script import relax as R
#|         
#|         @R.function
#|         def gv1(a_1: R.Tensor((3, 4), dtype="float32"), w_1: R.Tensor((3, 4), dtype="float32")) -> R.Tensor((3, 4), dtype="float32"):
#|             R.func_attr({"Composite": "x.add"})
#|             with R.dataflow():
#|                 gv: R.Tensor((3, 4), dtype="float32") = R.add(a_1, w_1)
#|                 R.output(gv)
#|             return gv
#|
#|         d: R.Tensor((3, 4), dtype="float32") = gv1(a, c)
#|         # from tvm.script import tir as T
#|         # from tvm.script import relax as R
#|         
#|         @R.function
#|         def gv2(a_1: R.Tensor((n, 4), dtype="float32"), w_1: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((n, 4), dtype="float32"):
#|             R.func_attr({"Composite": "x.mm"})
#|             with R.dataflow():
#|                 gv: R.Tensor((n, 4), dtype="float32") = R.matmul(a_1, w_1, out_dtype="void")
#|                 R.output(gv)
#|             return gv
#|
#|         gv: R.Tensor((3, 4), dtype="float32") = gv2(d, w)
#|         return gv
#|
#|     @R.function
#|     def fused_mm_mm_x(x: R.Tensor((3, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32")) -> R.Tuple(R.Tensor((3, 4), dtype="float32"), R.Tensor((3, 4), dtype="float32")):
#|         R.func_attr({"Codegen": "x"})
#|         n = T.int64()
#|         # from tvm.script import tir as T
#|         # from tvm.script import relax as R
#|         
#|         @R.function
#|         def gv(a: R.Tensor((n, 4), dtype="float32"), w_1: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((n, 4), dtype="float32"):
#|             R.func_attr({"Composite": "x.mm"})
#|             with R.dataflow():
#|                 gv_1: R.Tensor((n, 4), dtype="float32") = R.matmul(a, w_1, out_dtype="void")
#|                 R.output(gv_1)
#|             return gv_1
#|
#|         gv_1: R.Tensor((3, 4), dtype="float32") = gv(x, w)
#|         gv1: R.Tensor((3, 4), dtype="float32") = gv(gv_1, w)
#|         return (gv1, gv_1)
#|
#|     @R.function
#|     def main(x: R.Tensor((3, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32")) -> R.Tuple(R.Tensor((3, 4), dtype="float32"), R.Tensor((3, 4), dtype="float32")):
#|         cls = Module
#|         with R.dataflow():
#|             gv: R.Tuple(R.Tensor((3, 4), dtype="float32"), R.Tensor((3, 4), dtype="float32")) = cls.fused_mm_mm_x(x, w)
#|             lv: R.Tensor((3, 4), dtype="float32") = gv[1]
#|             gv1: R.Tensor((3, 4), dtype="float32") = gv[0]
#|             c: R.Tensor((3, 4), dtype="float32") = R.exp(gv1)
#|             gv2: R.Tensor((3, 4), dtype="float32") = cls.fused_add_mm_x(lv, c, w)
#|             R.output(gv, gv1, gv2)
#|         return (gv2, gv1)
