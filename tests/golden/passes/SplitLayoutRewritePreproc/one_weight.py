# test: opt --passes=SplitLayoutRewritePreproc --check-each=4
# A weight that comes second, a buffer between that stays, a kernel that others know by its name, and no dataflow block.
@I.ir_module
class Module:
    @T.prim_func
    def f(x: T.Buffer((4, 6), "float32"), w: T.Buffer((4, 6), "float32"), out: T.Buffer((4, 6), "float32")):
        T.func_attr({"layout_free_buffers": [1], "tir.noalias": True})
        w_rewrite = T.alloc_buffer((2, 4, 3))
        twice = T.alloc_buffer((4, 6))
        for i, j in T.grid(4, 6):
            with T.block("rewrite"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.block_attr({"meta_schedule.layout_rewrite_preproc": True})
                w_rewrite[vj // 3, vi, vj % 3] = w[vi, vj]
        for i, j in T.grid(4, 6):
            with T.block("twice"):
                vi, vj = T.axis.remap("SS", [i, j])
                twice[vi, vj] = x[vi, vj] * T.float32(2.0)
        for i, j in T.grid(4, 6):
            with T.block("out"):
                vi, vj = T.axis.remap("SS", [i, j])
                out[vi, vj] = twice[vi, vj] + w_rewrite[vj // 3, vi, vj % 3]

    @R.function
    def main(x: R.Tensor((4, 6), "float32"), w: R.Tensor((4, 6), "float32")):
        cls = Module
        y = R.call_tir(cls.f, (x, w), out_sinfo=R.Tensor((4, 6), "float32"))
        z = R.call_tir(cls.f, (y, w), out_sinfo=R.Tensor((4, 6), "float32"))
        return z

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func
#|     def f(x: T.Buffer((4, 6), "float32"), w: T.Buffer((4, 6), "float32"), out: T.Buffer((4, 6), "float32")):
#|         T.func_attr({"layout_free_buffers": [1], "tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         w_rewrite = T.alloc_buffer((2, 4, 3))
#|         twice = T.alloc_buffer((4, 6))
#|         for i, j in T.grid(4, 6):
#|             with T.block("rewrite"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(w[vi, vj])
#|                 T.writes(w_rewrite[vj // 3, vi, vj % 3])
#|                 T.block_attr({"meta_schedule.layout_rewrite_preproc": T.bool(True)})
#|                 w_rewrite[vj // 3, vi, vj % 3] = w[vi, vj]
#|         for i, j in T.grid(4, 6):
#|             with T.block("twice"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(x[vi, vj])
#|                 T.writes(twice[vi, vj])
#|                 twice[vi, vj] = x[vi, vj] * T.float32(2.0)
#|         for i, j in T.grid(4, 6):
#|             with T.block("out"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(twice[vi, vj], w_rewrite[vj // 3, vi, vj % 3])
#|                 T.writes(out[vi, vj])
#|                 out[vi, vj] = twice[vi, vj] + w_rewrite[vj // 3, vi, vj % 3]
#|
#|     @T.prim_func
#|     def f_prepacked(x: T.Buffer((4, 6), "float32"), w_rewrite: T.Buffer((2, 4, 3), "float32"), out: T.Buffer((4, 6), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         twice = T.alloc_buffer((4, 6))
#|         for i, j in T.grid(4, 6):
#|             with T.block("twice"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(x[vi, vj])
#|                 T.writes(twice[vi, vj])
#|                 twice[vi, vj] = x[vi, vj] * T.float32(2.0)
#|         for i, j in T.grid(4, 6):
#|             with T.block("out"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(twice[vi, vj], w_rewrite[vj // 3, vi, vj % 3])
#|                 T.writes(out[vi, vj])
#|                 out[vi, vj] = twice[vi, vj] + w_rewrite[vj // 3, vi, vj % 3]
#|
#|     @T.prim_func
#|     def f_weight_prepack(w: T.Buffer((4, 6), "float32"), w_rewrite: T.Buffer((2, 4, 3), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i, j in T.grid(4, 6):
#|             with T.block("rewrite"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(w[vi, vj])
#|                 T.writes(w_rewrite[vj // 3, vi, vj % 3])
#|                 w_rewrite[vj // 3, vi, vj % 3] = w[vi, vj]
#|
#|     @R.function
#|     def main(x: R.Tensor((4, 6), dtype="float32"), w: R.Tensor((4, 6), dtype="float32")) -> R.Tensor((4, 6), dtype="float32"):
#|         cls = Module
#|         gv = R.call_tir(cls.f_weight_prepack, (w,), out_sinfo=R.Tensor((2, 4, 3), dtype="float32"))
#|         gv1 = R.call_tir(cls.f_prepacked, (x, gv), out_sinfo=R.Tensor((4, 6), dtype="float32"))
#|         y: R.Tensor((4, 6), dtype="float32") = gv1
#|         gv2 = R.call_tir(cls.f_weight_prepack, (w,), out_sinfo=R.Tensor((2, 4, 3), dtype="float32"))
#|         gv3 = R.call_tir(cls.f_prepacked, (y, gv2), out_sinfo=R.Tensor((4, 6), dtype="float32"))
#|         z: R.Tensor((4, 6), dtype="float32") = gv3
#|         return z
#| 1 pass checked by running: 4 runs agree
