# test: opt --rules=calls_of_kernels.py --passes=FuseOpsByPattern,DeadCodeElimination --verify-roundtrip
# A kernel is called by the function that is made, with the dims that it takes as numbers; tuples of operands are
# written in their calls.
x, y = wildcard(), wildcard()
scaled = is_call_tir("scale", [x], wildcard())
joined = is_op("relax.concat")(is_tuple([scaled, y]))
register_patterns([("npu.scale_concat", joined)])

@I.ir_module
class Module:
    @T.prim_func(private=True)
    def scale(x: T.handle, y: T.handle, by: T.int64):
        n = T.int64()
        X = T.match_buffer(x, (n,))
        Y = T.match_buffer(y, (n,))
        for i in range(n):
            with T.block("scale"):
                v = T.axis.spatial(n, i)
                Y[v] = X[v] * T.Cast("float32", by)

    @R.function
    def main(x: R.Tensor(("n",), "float32"), y: R.Tensor((3,), "float32")):
        n = T.int64()
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.scale, (x,), out_sinfo=R.Tensor((n,), "float32"), tir_vars=R.shape([n + 1]))
            b = R.concat((a, y), axis=0)
            c = R.exp(b)
            R.output(c)
        return c

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def scale(x: T.handle, y: T.handle, by: T.int64):
#|         n = T.int64()
#|         X = T.match_buffer(x, (n,))
#|         Y = T.match_buffer(y, (n,))
#|         # with T.block("root"):
#|         for i in range(n):
#|             with T.block("scale"):
#|                 v = T.axis.spatial(n, i)
#|                 T.reads(X[v])
#|                 T.writes(Y[v])
#|                 Y[v] = X[v] * T.Cast("float32", by)
#|
#|     @R.function(private=True)
#|     def fused_scale_relax_concat(x: R.Tensor(("n",), dtype="float32"), param_0: R.Shape(["n + 1"]), y: R.Tensor((3,), dtype="float32")) -> R.Tensor(("n + 3",), dtype="float32"):
#|         n = T.int64()
#|         R.func_attr({"Composite": "npu.scale_concat", "Primitive": 1})
#|         cls = Module
#|         with R.dataflow():
#|             a = R.call_tir(cls.scale, (x,), out_sinfo=R.Tensor((n,), dtype="float32"), tir_vars=param_0)
#|             gv: R.Tensor((n + 3,), dtype="float32") = R.concat((a, y), axis=0)
#|             R.output(gv)
#|         return gv
#|
#|     @R.function
#|     def main(x: R.Tensor(("n",), dtype="float32"), y: R.Tensor((3,), dtype="float32")) -> R.Tensor(("n + 3",), dtype="float32"):
#|         n = T.int64()
#|         cls = Module
#|         with R.dataflow():
#|             lv: R.Tensor((n + 3,), dtype="float32") = cls.fused_scale_relax_concat(x, R.shape([n + 1]), y)
#|             c: R.Tensor((n + 3,), dtype="float32") = R.exp(lv)
#|             R.output(c)
#|         return c
