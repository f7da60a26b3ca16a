# test: opt --passes=SplitCallTIRByPattern
# The longer of two patterns is taken; the shorter where what the longer one has inside is read behind it, too.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def twice(a: T.handle, b: T.handle):
        T.func_attr({"extern_pattern": "library.twice"})
        n = T.int32()
        A = T.match_buffer(a, (n,))
        B = T.match_buffer(b, (n,))
        for i in range(n):
            with T.block("B"):
                vi = T.axis.spatial(n, i)
                B[vi] = A[vi] + A[vi]

    @T.prim_func(private=True)
    def four_times(a: T.handle, b: T.handle):
        T.func_attr({"extern_pattern": "library.four_times"})
        n = T.int32()
        A = T.match_buffer(a, (n,))
        B = T.match_buffer(b, (n,))
        C = T.alloc_buffer((n,))
        for i in range(n):
            with T.block("C"):
                vi = T.axis.spatial(n, i)
                C[vi] = A[vi] + A[vi]
        for i in range(n):
            with T.block("B"):
                vi = T.axis.spatial(n, i)
                B[vi] = C[vi] + C[vi]

    @T.prim_func(private=True)
    def eight_times(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        p = T.alloc_buffer((4,))
        q = T.alloc_buffer((4,))
        for i in range(4):
            with T.block("p"):
                vi = T.axis.spatial(4, i)
                p[vi] = x[vi] + x[vi]
        for i in range(4):
            with T.block("q"):
                vi = T.axis.spatial(4, i)
                q[vi] = p[vi] + p[vi]
        for i in range(4):
            with T.block("y"):
                vi = T.axis.spatial(4, i)
                y[vi] = q[vi] + q[vi]

    @T.prim_func(private=True)
    def six_times(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        p = T.alloc_buffer((4,))
        q = T.alloc_buffer((4,))
        for i in range(4):
            with T.block("p"):
                vi = T.axis.spatial(4, i)
                p[vi] = x[vi] + x[vi]
        for i in range(4):
            with T.block("q"):
                vi = T.axis.spatial(4, i)
                q[vi] = p[vi] + p[vi]
        for i in range(4):
            with T.block("y"):
                vi = T.axis.spatial(4, i)
                y[vi] = q[vi] + p[vi]

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.eight_times, (x,), out_sinfo=R.Tensor((4,), "float32"))
            b = R.call_tir(cls.six_times, (a,), out_sinfo=R.Tensor((4,), "float32"))
            R.output(b)
        return b

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def eight_times(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|         # with T.block("root"):
#|         p = T.alloc_buffer((4,))
#|         q = T.alloc_buffer((4,))
#|         for i in range(4):
#|             with T.block("p"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(x[vi])
#|                 T.writes(p[vi])
#|                 p[vi] = x[vi] + x[vi]
#|         for i in range(4):
#|             with T.block("q"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(p[vi])
#|                 T.writes(q[vi])
#|                 q[vi] = p[vi] + p[vi]
#|         for i in range(4):
#|             with T.block("y"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(q[vi])
#|                 T.writes(y[vi])
#|                 y[vi] = q[vi] + q[vi]
#|
#|     @T.prim_func(private=True)
#|     def six_times(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|         # with T.block("root"):
#|         p = T.alloc_buffer((4,))
#|         q = T.alloc_buffer((4,))
#|         for i in range(4):
#|             with T.block("p"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(x[vi])
#|                 T.writes(p[vi])
#|                 p[vi] = x[vi] + x[vi]
#|         for i in range(4):
#|             with T.block("q"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(p[vi])
#|                 T.writes(q[vi])
#|                 q[vi] = p[vi] + p[vi]
#|         for i in range(4):
#|             with T.block("y"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(q[vi], p[vi])
#|                 T.writes(y[vi])
#|                 y[vi] = q[vi] + p[vi]
#|
#|     @T.prim_func(private=True)
#|     def unfused_epilogue(q: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|         # with T.block("root"):
#|         for i in range(4):
#|             with T.block("y"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(q[vi])
#|                 T.writes(y[vi])
#|                 y[vi] = q[vi] + q[vi]
#|
#|     @T.prim_func(private=True)
#|     def unfused_epilogue1(p: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|         # with T.block("root"):
#|         q = T.alloc_buffer((4,))
#|         for i in range(4):
#|             with T.block("q"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(p[vi])
#|                 T.writes(q[vi])
#|                 q[vi] = p[vi] + p[vi]
#|         for i in range(4):
#|             with T.block("y"):
#|                 vi = T.axis.spatial(4, i)
#|                 T.reads(q[vi], p[vi])
#|                 T.writes(y[vi])
#|                 y[vi] = q[vi] + p[vi]
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_dps_packed("library.four_times", (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             a = R.call_tir(cls.unfused_epilogue, (lv,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             lv1 = R.call_dps_packed("library.twice", (a,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             b = R.call_tir(cls.unfused_epilogue1, (lv1,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             R.output(b)
#|         return b
