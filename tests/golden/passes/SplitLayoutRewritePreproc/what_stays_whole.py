# test: opt --passes=SplitLayoutRewritePreproc --remarks
# The weight is read as it was, too; a statement does both; a size that only the run tells, and a number that only the call
# tells.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def both(w: T.Buffer((4,), "float32"), out: T.Buffer((4,), "float32")):
        w_rewrite = T.alloc_buffer((4,))
        for i in range(4):
            with T.block("rewrite"):
                vi = T.axis.spatial(4, i)
                T.block_attr({"meta_schedule.layout_rewrite_preproc": True})
                w_rewrite[3 - vi] = w[vi]
        for i in range(4):
            with T.block("out"):
                vi = T.axis.spatial(4, i)
                out[vi] = w[vi] + w_rewrite[vi]

    @T.prim_func(private=True)
    def mixed(w: T.Buffer((4,), "float32"), out: T.Buffer((4,), "float32")):
        w_rewrite = T.alloc_buffer((4,))
        for i in range(4):
            with T.block("rewrite"):
                vi = T.axis.spatial(4, i)
                T.block_attr({"meta_schedule.layout_rewrite_preproc": True})
                w_rewrite[vi] = w[vi]
            with T.block("out"):
                vi = T.axis.spatial(4, i)
                out[vi] = w_rewrite[vi]

    @T.prim_func(private=True)
    def dynamic(a: T.handle, b: T.handle):
        n = T.int64()
        w = T.match_buffer(a, (n,))
        out = T.match_buffer(b, (n,))
        w_rewrite = T.alloc_buffer((n,))
        for i in range(n):
            with T.block("rewrite"):
                vi = T.axis.spatial(n, i)
                T.block_attr({"meta_schedule.layout_rewrite_preproc": True})
                w_rewrite[vi] = w[vi]
        for i in range(n):
            with T.block("out"):
                vi = T.axis.spatial(n, i)
                out[vi] = w_rewrite[vi]

    @T.prim_func(private=True)
    def shifted(w: T.Buffer((4,), "float32"), out: T.Buffer((4,), "float32"), m: T.int64):
        w_rewrite = T.alloc_buffer((4,))
        for i in range(4):
            with T.block("rewrite"):
                vi = T.axis.spatial(4, i)
                T.block_attr({"meta_schedule.layout_rewrite_preproc": True})
                w_rewrite[vi] = w[vi] + T.Cast("float32", m)
        for i in range(4):
            with T.block("out"):
                vi = T.axis.spatial(4, i)
                out[vi] = w_rewrite[vi]

    @R.function
    def main(w: R.Tensor((4,), "float32"), s: R.Shape(["m"])):
        m = T.int64()
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.both, (w,), out_sinfo=R.Tensor((4,), "float32"))
            b = R.call_tir(cls.mixed, (a,), out_sinfo=R.Tensor((4,), "float32"))
            c = R.call_tir(cls.dynamic, (b,), out_sinfo=R.Tensor((4,), "float32"))
            d = R.call_tir(cls.shifted, (c,), out_sinfo=R.Tensor((4,), "float32"), tir_vars=R.shape([m]))
            R.output(d)
        return d

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def both(w: T.Buffer((4,), "float32"), out: T.Buffer((4,), "float32")):
#|         # with T.block("root"):
#|         w_rewrite = T.alloc_buffer((4,))
#|         for i in range(4):
#|             with T.block("rewrite"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(w[vi])
#|                 T.writes(w_rewrite[3 - vi])
#|                 T.block_attr({"meta_schedule.layout_rewrite_preproc": T.bool(True)})
#|                 w_rewrite[3 - vi] = w[vi]
#|         for i in range(4):
#|             with T.block("out"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(w[vi], w_rewrite[vi])
#|                 T.writes(out[vi])
#|                 out[vi] = w[vi] + w_rewrite[vi]
#|
#|     @T.prim_func(private=True)
#|     def dynamic(a: T.handle, b: T.handle):
#|         n = T.int64()
#|         w = T.match_buffer(a, (n,))
#|         out = T.match_buffer(b, (n,))
#|         # with T.block("root"):
#|         w_rewrite = T.alloc_buffer((n,))
#|         for i in range(n):
#|             with T.block("rewrite"):
#|                 vi = T.axis.spatial(n, i)
#|                 T.reads(w[vi])
#|                 T.writes(w_rewrite[vi])
#|                 T.block_attr({"meta_schedule.layout_rewrite_preproc": T.bool(True)})
#|                 w_rewrite[vi] = w[vi]
#|         for i in range(n):
#|             with T.block("out"):
#|                 vi = T.axis.spatial(n, i)
#|                 T.reads(w_rewrite[vi])
#|                 T.writes(out[vi])
#|                 out[vi] = w_rewrite[vi]
#|
#|     @T.prim_func(private=True)
#|     def mixed(w: T.Buffer((4,), "float32"), out: T.Buffer((4,), "float32")):
#|         # with T.block("root"):
#|         w_rewrite = T.alloc_buffer((4,))
#|         for i in range(4):
#|             with T.block("rewrite"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(w[vi])
#|                 T.writes(w_rewrite[vi])
#|                 T.block_attr({"meta_schedule.layout_rewrite_preproc": T.bool(True)})
#|                 w_rewrite[vi] = w[vi]
#|             with T.block("out"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(w_rewrite[vi])
#|                 T.writes(out[vi])
#|                 out[vi] = w_rewrite[vi]
#|
#|     @T.prim_func(private=True)
#|     def shifted(w: T.Buffer((4,), "float32"), out: T.Buffer((4,), "float32"), m: T.int64):
#|         # with T.block("root"):
#|         w_rewrite = T.alloc_buffer((4,))
#|         for i in range(4):
#|             with T.block("rewrite"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(w[vi])
#|                 T.writes(w_rewrite[vi])
#|                 T.block_attr({"meta_schedule.layout_rewrite_preproc": T.bool(True)})
#|                 w_rewrite[vi] = w[vi] + T.Cast("float32", m)
#|         for i in range(4):
#|             with T.block("out"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(w_rewrite[vi])
#|                 T.writes(out[vi])
#|                 out[vi] = w_rewrite[vi]
#|
#|     @R.function
#|     def main(w: R.Tensor((4,), dtype="float32"), s: R.Shape(["m"])) -> R.Tensor((4,), dtype="float32"):
#|         m = T.int64()
#|         cls = Module
#|         with R.dataflow():
#|             a = R.call_tir(cls.both, (w,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             b = R.call_tir(cls.mixed, (a,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             c = R.call_tir(cls.dynamic, (b,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             d = R.call_tir(cls.shifted, (c,), out_sinfo=R.Tensor((4,), dtype="float32"), tir_vars=R.shape([m]))
#|             R.output(d)
#|         return d
#| what_stays_whole.py:65:17: remark: SplitLayoutRewritePreproc: the weight is read as it was, too [R0101]
#|                 a = R.call_tir(cls.both, (w,), out_sinfo=R.Tensor((4,), "float32"))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_stays_whole.py:66:17: remark: SplitLayoutRewritePreproc: a statement with blocks of both kinds, or none [R0101]
#|                 b = R.call_tir(cls.mixed, (a,), out_sinfo=R.Tensor((4,), "float32"))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_stays_whole.py:67:17: remark: SplitLayoutRewritePreproc: a weight of unknown size [R0101]
#|                 c = R.call_tir(cls.dynamic, (b,), out_sinfo=R.Tensor((4,), "float32"))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_stays_whole.py:68:17: remark: SplitLayoutRewritePreproc: a part of the kernel would not get what it reads [R0101]
#|                 d = R.call_tir(cls.shifted, (c,), out_sinfo=R.Tensor((4,), "float32"), tir_vars=R.shape([m]))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
