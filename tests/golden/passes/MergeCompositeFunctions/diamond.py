# test: opt --passes=MergeCompositeFunctions
# Two branches and their sum: one region of three calls; the composite that is called twice is one local function.
@I.ir_module
class Module:
    @R.function(private=True)
    def scale(a: R.Tensor(("n", 4), "float32")) -> R.Tensor(("n", 4), "float32"):
        R.func_attr({"Composite": "vendor.scale", "Primitive": 1})
        n = T.int64()
        with R.dataflow():
            gv = R.multiply(a, R.const(2.0, "float32"))
            R.output(gv)
        return gv

    @R.function(private=True)
    def sum(a: R.Tensor(("n", 4), "float32"), b: R.Tensor(("n", 4), "float32")) -> R.Tensor(("n", 4), "float32"):
        R.func_attr({"Composite": "vendor.sum", "Primitive": 1})
        n = T.int64()
        with R.dataflow():
            gv = R.add(a, b)
            R.output(gv)
        return gv

    @R.function
    def main(x: R.Tensor(("n", 4), "float32"), y: R.Tensor(("n", 4), "float32")):
        cls = Module
        with R.dataflow():
            a = cls.scale(x)
            b = cls.scale(y)
            c = cls.sum(a, b)
            R.output(c)
        return c

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def fused_scale_scale_sum_vendor(x: R.Tensor(("n", 4), dtype="float32"), y: R.Tensor(("n", 4), dtype="float32")) -> R.Tensor(("n", 4), dtype="float32"):
#|         n = T.int64()
#|         R.func_attr({"Codegen": "vendor"})
#|         n_1 = T.int64()
#|         n_2 = T.int64()
#|         # from tvm.script import tir as T
#|         # from tvm.script import relax as R
#|         
#|         @R.function
#|         def gv(a: R.Tensor((n_1, 4), dtype="float32")) -> R.Tensor((n_1, 4), dtype="float32"):
#|             R.func_attr({"Composite": "vendor.scale"})
#|             with R.dataflow():
#|                 gv_1: R.Tensor((n_1, 4), dtype="float32") = R.multiply(a, R.const(2.0, "float32"))
#|                 R.output(gv_1)
#|             return gv_1
#|
#|         a: R.Tensor((n, 4), dtype="float32") = gv(x)
#|         b: R.Tensor((n, 4), dtype="float32") = gv(y)
#|         # from tvm.script import tir as T
#|         # from tvm.script import relax as R
#|         
#|         @R.function
#|         def gv1(a_1: R.Tensor((n_2, 4), dtype="float32"), b_1: R.Tensor((n_2, 4), dtype="float32")) -> R.Tensor((n_2, 4), dtype="float32"):
#|             R.func_attr({"Composite": "vendor.sum"})
#|             with R.dataflow():
#|                 gv_1: R.Tensor((n_2, 4), dtype="float32") = R.add(a_1, b_1)
#|                 R.output(gv_1)
#|             return gv_1
#|
#|         gv_1: R.Tensor((n, 4), dtype="float32") = gv1(a, b)
#|         return gv_1
#|
#|     @R.function
#|     def main(x: R.Tensor(("n", 4), dtype="float32"), y: R.Tensor(("n", 4), dtype="float32")) -> R.Tensor(("n", 4), dtype="float32"):
#|         n = T.int64()
#|         cls = Module
#|         with R.dataflow():
#|             gv: R.Tensor((n, 4), dtype="float32") = cls.fused_scale_scale_sum_vendor(x, y)
#|             R.output(gv)
#|         return gv
