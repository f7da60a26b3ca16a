# test: opt --passes=SplitLayoutRewritePreproc --remarks
# A result is written; a result is read; the buffer is filled before, or by two blocks.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def outp(A: T.Buffer((4, 4), "float32"), C: T.Buffer((4, 4), "float32")):
        with T.block("root"):
            W = T.alloc_buffer((4, 4))
            for i, j in T.grid(4, 4):
                with T.block("first"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    W[vi, vj] = A[vi, vj] + T.float32(1)
            for i, j in T.grid(4, 4):
                with T.block("c"):
                    T.block_attr({"meta_schedule.layout_rewrite_preproc": True})
                    vi, vj = T.axis.remap("SS", [i, j])
                    C[vi, vj] = W[vj, vi]

    @T.prim_func(private=True)
    def pad(A: T.Buffer((4, 4), "float32"), V: T.Buffer((2, 4), "float32"), C: T.Buffer((4, 4), "float32")):
        with T.block("root"):
            W = T.alloc_buffer((4, 4))
            for i, j in T.grid(4, 4):
                with T.block("zero"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    W[vi, vj] = T.float32(0)
            for i, j in T.grid(2, 4):
                with T.block("pre"):
                    T.block_attr({"meta_schedule.layout_rewrite_preproc": True})
                    vi, vj = T.axis.remap("SS", [i, j])
                    W[vi, vj] = V[vi, vj]
            for i, j in T.grid(4, 4):
                with T.block("c"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    C[vi, vj] = A[vi, vj] + W[vi, vj]

    @T.prim_func(private=True)
    def two(A: T.Buffer((4, 4), "float32"), V: T.Buffer((2, 4), "float32"), U: T.Buffer((2, 4), "float32"),
            C: T.Buffer((4, 4), "float32")):
        with T.block("root"):
            W = T.alloc_buffer((4, 4))
            for i, j in T.grid(2, 4):
                with T.block("pre"):
                    T.block_attr({"meta_schedule.layout_rewrite_preproc": True})
                    vi, vj = T.axis.remap("SS", [i, j])
                    W[vi, vj] = V[vi, vj]
            for i, j in T.grid(2, 4):
                with T.block("pre2"):
                    T.block_attr({"meta_schedule.layout_rewrite_preproc": True})
                    vi, vj = T.axis.remap("SS", [i, j])
                    W[vi + 2, vj] = U[vi, vj]
            for i, j in T.grid(4, 4):
                with T.block("c"):
                    vi, vj = T.axis.remap("SS", [i, j])
                    C[vi, vj] = A[vi, vj] + W[vi, vj]

    @T.prim_func(private=True)
    def result(A: T.Buffer((4, 4), "float32"), C: T.Buffer((4, 4), "float32"), D: T.Buffer((4, 4), "float32")):
        W = T.alloc_buffer((4, 4))
        for i, j in T.grid(4, 4):
            with T.block("pre"):
                T.block_attr({"meta_schedule.layout_rewrite_preproc": True})
                vi, vj = T.axis.remap("SS", [i, j])
                W[vi, vj] = C[vj, vi]
        for i, j in T.grid(4, 4):
            with T.block("d"):
                vi, vj = T.axis.remap("SS", [i, j])
                D[vi, vj] = A[vi, vj] + W[vi, vj]

    @R.function
    def main(x: R.Tensor((4, 4), "float32"), v: R.Tensor((2, 4), "float32"), u: R.Tensor((2, 4), "float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.outp, (x,), out_sinfo=R.Tensor((4, 4), "float32"))
            b = R.call_tir(cls.pad, (a, v), out_sinfo=R.Tensor((4, 4), "float32"))
            c = R.call_tir(cls.two, (b, v, u), out_sinfo=R.Tensor((4, 4), "float32"))
            d = R.call_tir(cls.result, (c,), out_sinfo=[R.Tensor((4, 4), "float32"), R.Tensor((4, 4), "float32")])
            R.output(d)
        return d

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def outp(A: T.Buffer((4, 4), "float32"), C: T.Buffer((4, 4), "float32")):
#|         # with T.block("root"):
#|         W = T.alloc_buffer((4, 4))
#|         for i, j in T.grid(4, 4):
#|             with T.block("first"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(A[vi, vj])
#|                 T.writes(W[vi, vj])
#|                 W[vi, vj] = A[vi, vj] + T.float32(1.0)
#|         for i, j in T.grid(4, 4):
#|             with T.block("c"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(W[vj, vi])
#|                 T.writes(C[vi, vj])
#|                 T.block_attr({"meta_schedule.layout_rewrite_preproc": T.bool(True)})
#|                 C[vi, vj] = W[vj, vi]
#|
#|     @T.prim_func(private=True)
#|     def pad(A: T.Buffer((4, 4), "float32"), V: T.Buffer((2, 4), "float32"), C: T.Buffer((4, 4), "float32")):
#|         # with T.block("root"):
#|         W = T.alloc_buffer((4, 4))
#|         for i, j in T.grid(4, 4):
#|             with T.block("zero"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads()
#|                 T.writes(W[vi, vj])
#|                 W[vi, vj] = T.float32(0.0)
#|         for i, j in T.grid(2, 4):
#|             with T.block("pre"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(V[vi, vj])
#|                 T.writes(W[vi, vj])
#|                 T.block_attr({"meta_schedule.layout_rewrite_preproc": T.bool(True)})
#|                 W[vi, vj] = V[vi, vj]
#|         for i, j in T.grid(4, 4):
#|             with T.block("c"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(A[vi, vj], W[vi, vj])
#|                 T.writes(C[vi, vj])
#|                 C[vi, vj] = A[vi, vj] + W[vi, vj]
#|
#|     @T.prim_func(private=True)
#|     def result(A: T.Buffer((4, 4), "float32"), C: T.Buffer((4, 4), "float32"), D: T.Buffer((4, 4), "float32")):
#|         # with T.block("root"):
#|         W = T.alloc_buffer((4, 4))
#|         for i, j in T.grid(4, 4):
#|             with T.block("pre"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(C[vj, vi])
#|                 T.writes(W[vi, vj])
#|                 T.block_attr({"meta_schedule.layout_rewrite_preproc": T.bool(True)})
#|                 W[vi, vj] = C[vj, vi]
#|         for i, j in T.grid(4, 4):
#|             with T.block("d"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(A[vi, vj], W[vi, vj])
#|                 T.writes(D[vi, vj])
#|                 D[vi, vj] = A[vi, vj] + W[vi, vj]
#|
#|     @T.prim_func(private=True)
#|     def two(A: T.Buffer((4, 4), "float32"), V: T.Buffer((2, 4), "float32"), U: T.Buffer((2, 4), "float32"), C: T.Buffer((4, 4), "float32")):
#|         # with T.block("root"):
#|         W = T.alloc_buffer((4, 4))
#|         for i, j in T.grid(2, 4):
#|             with T.block("pre"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(V[vi, vj])
#|                 T.writes(W[vi, vj])
#|                 T.block_attr({"meta_schedule.layout_rewrite_preproc": T.bool(True)})
#|                 W[vi, vj] = V[vi, vj]
#|         for i, j in T.grid(2, 4):
#|             with T.block("pre2"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(U[vi, vj])
#|                 T.writes(W[vi + 2, vj])
#|                 T.block_attr({"meta_schedule.layout_rewrite_preproc": T.bool(True)})
#|                 W[vi + 2, vj] = U[vi, vj]
#|         for i, j in T.grid(4, 4):
#|             with T.block("c"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(A[vi, vj], W[vi, vj])
#|                 T.writes(C[vi, vj])
#|                 C[vi, vj] = A[vi, vj] + W[vi, vj]
#|
#|     @R.function
#|     def main(x: R.Tensor((4, 4), dtype="float32"), v: R.Tensor((2, 4), dtype="float32"), u: R.Tensor((2, 4), dtype="float32")) -> R.Tuple(R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 4), dtype="float32")):
#|         cls = Module
#|         with R.dataflow():
#|             a = R.call_tir(cls.outp, (x,), out_sinfo=R.Tensor((4, 4), dtype="float32"))
#|             b = R.call_tir(cls.pad, (a, v), out_sinfo=R.Tensor((4, 4), dtype="float32"))
#|             c = R.call_tir(cls.two, (b, v, u), out_sinfo=R.Tensor((4, 4), dtype="float32"))
#|             d = R.call_tir(cls.result, (c,), out_sinfo=[R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 4), dtype="float32")])
#|             R.output(d)
#|         return d
#| what_writes_something_else.py:74:17: remark: SplitLayoutRewritePreproc: a block that brings no parameter into a buffer of the kernel [R0101]
#|                 a = R.call_tir(cls.outp, (x,), out_sinfo=R.Tensor((4, 4), "float32"))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_writes_something_else.py:75:17: remark: SplitLayoutRewritePreproc: a weight in its other layout that several statements write [R0101]
#|                 b = R.call_tir(cls.pad, (a, v), out_sinfo=R.Tensor((4, 4), "float32"))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_writes_something_else.py:76:17: remark: SplitLayoutRewritePreproc: a weight in its other layout that several statements write [R0101]
#|                 c = R.call_tir(cls.two, (b, v, u), out_sinfo=R.Tensor((4, 4), "float32"))
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| what_writes_something_else.py:77:17: remark: SplitLayoutRewritePreproc: a result is no weight [R0101]
#|                 d = R.call_tir(cls.result, (c,), out_sinfo=[R.Tensor((4, 4), "float32"), R.Tensor((4, 4), "float32")])
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
