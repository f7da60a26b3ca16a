# test: opt --passes=FuseOps{max-depth=2} --remarks
# No group has more than two nodes; a kernel that says nothing, a match_cast and what stands in an ordinary block take no part; nobody needs `dead`.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def exp(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        T.func_attr({"op_pattern": 0})
        for i in range(4):
            with T.block("B"):
                vi = T.axis.spatial(4, i)
                B[vi] = T.exp(A[vi])

    @T.prim_func(private=True)
    def silent(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            with T.block("B"):
                vi = T.axis.spatial(4, i)
                B[vi] = T.exp(A[vi])

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        k = T.int64()
        with R.dataflow():
            a = R.call_tir(cls.exp, (x,), out_sinfo=R.Tensor((4,), "float32"))
            b = R.call_tir(cls.exp, (a,), out_sinfo=R.Tensor((4,), "float32"))
            c = R.call_tir(cls.exp, (b,), out_sinfo=R.Tensor((4,), "float32"))
            d = R.call_tir(cls.silent, (c,), out_sinfo=R.Tensor((4,), "float32"))
            e = R.call_tir(cls.exp, (d,), out_sinfo=R.Tensor((4,), "float32"))
            f = R.match_cast(e, R.Tensor((k,), "float32"))
            g = R.call_tir(cls.exp, (e,), out_sinfo=R.Tensor((4,), "float32"))
            u = R.call_tir(cls.exp, (x,), out_sinfo=R.Tensor((4,), "float32"))
            dead = R.call_tir(cls.exp, (u,), out_sinfo=R.Tensor((4,), "float32"))
            R.output(f, g)
        h = R.call_tir(cls.exp, (g,), out_sinfo=R.Tensor((4,), "float32"))
        i = R.call_tir(cls.exp, (h,), out_sinfo=R.Tensor((4,), "float32"))
        return (f, i)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def exp(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
#|         T.func_attr({"op_pattern": 0})
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("B"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(A[vi])
#|                 T.writes(B[vi])
#|                 B[vi] = T.exp(A[vi])
#|
#|     @T.prim_func(private=True)
#|     def silent(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("B"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(A[vi])
#|                 T.writes(B[vi])
#|                 B[vi] = T.exp(A[vi])
#|
#|     @R.function(private=True)
#|     def fused_exp_exp(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         R.func_attr({"Primitive": 1})
#|         cls = Module
#|         with R.dataflow():
#|             a = R.call_tir(cls.exp, (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             gv = R.call_tir(cls.exp, (a,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             R.output(gv)
#|         return gv
#|
#|     @R.function(private=True)
#|     def fused_exp_exp1(d: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
#|         R.func_attr({"Primitive": 1})
#|         cls = Module
#|         with R.dataflow():
#|             gv = R.call_tir(cls.exp, (d,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             gv1 = R.call_tir(cls.exp, (gv,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             R.output(gv, gv1)
#|         return (gv1, gv)
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor(dtype="float32", ndim=1), R.Tensor((4,), dtype="float32")):
#|         cls = Module
#|         k = T.int64()
#|         with R.dataflow():
#|             lv: R.Tensor((4,), dtype="float32") = cls.fused_exp_exp(x)
#|             c = R.call_tir(cls.exp, (lv,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             d = R.call_tir(cls.silent, (c,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             gv: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")) = cls.fused_exp_exp1(d)
#|             lv1: R.Tensor((4,), dtype="float32") = gv[1]
#|             gv1: R.Tensor((4,), dtype="float32") = gv[0]
#|             f: R.Tensor((k,), dtype="float32") = R.match_cast(lv1, R.Tensor((k,), dtype="float32"))
#|             R.output(gv, gv1, f)
#|         h = R.call_tir(cls.exp, (gv1,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|         i = R.call_tir(cls.exp, (h,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|         return (f, i)
