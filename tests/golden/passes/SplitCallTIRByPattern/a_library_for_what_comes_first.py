# test: opt --passes=SplitCallTIRByPattern
# The product of the first kernel is computed by the library, and what comes behind it by a kernel; the second kernel is
# the product alone, and the third another one. The pattern serves all sizes.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def product(a: T.handle, b: T.handle, c: T.handle):
        T.func_attr({"extern_pattern": "library.matmul"})
        n, m, k = T.int64(), T.int64(), T.int64()
        A = T.match_buffer(a, (n, k))
        B = T.match_buffer(b, (k, m))
        C = T.match_buffer(c, (n, m))
        for i, j, l in T.grid(n, m, k):
            with T.block("C"):
                vi, vj, vl = T.axis.remap("SSR", [i, j, l])
                with T.init():
                    C[vi, vj] = T.float32(0.0)
                C[vi, vj] = C[vi, vj] + A[vi, vl] * B[vl, vj]

    @T.prim_func(private=True)
    def matmul(a: T.Buffer((T.int64(4), T.int64(4)), "float32"), b: T.Buffer((T.int64(4), T.int64(4)), "float32"), c: T.Buffer((T.int64(4), T.int64(4)), "float32")):
        for i, j, l in T.grid(T.int64(4), T.int64(4), T.int64(4)):
            with T.block("C"):
                vi, vj, vl = T.axis.remap("SSR", [i, j, l])
                with T.init():
                    c[vi, vj] = T.float32(0.0)
                c[vi, vj] = c[vi, vj] + a[vi, vl] * b[vl, vj]

    @T.prim_func(private=True)
    def wrong(a: T.Buffer((4, 4), "float32"), b: T.Buffer((4, 4), "float32"), c: T.Buffer((4, 4), "float32")):
        for i, j, l in T.grid(T.int64(4), T.int64(4), T.int64(4)):
            with T.block("C"):
                vi, vj, vl = T.axis.remap("SSR", [i, j, l])
                with T.init():
                    c[vi, vj] = T.float32(0.0)
                c[vi, vj] = c[vi, vj] + a[vi, vl] * b[vj, vl]

    @T.prim_func(private=True)
    def matmul_add(x: T.Buffer((T.int64(4), T.int64(8)), "float32"), w: T.Buffer((T.int64(8), T.int64(4)), "float32"), b: T.Buffer((T.int64(4),), "float32"), out: T.Buffer((T.int64(4), T.int64(4)), "float32")):
        T.func_attr({"tir.noalias": True})
        y = T.alloc_buffer((T.int64(4), T.int64(4)))
        for i, j, l in T.grid(T.int64(4), T.int64(4), T.int64(8)):
            with T.block("matmul"):
                vi, vj, vl = T.axis.remap("SSR", [i, j, l])
                with T.init():
                    y[vi, vj] = T.float32(0.0)
                y[vi, vj] = y[vi, vj] + x[vi, vl] * w[vl, vj]
        for i, j in T.grid(T.int64(4), T.int64(4)):
            with T.block("add"):
                vi, vj = T.axis.remap("SS", [i, j])
                out[vi, vj] = y[vi, vj] + b[vj]

    @R.function
    def main(x: R.Tensor((4, 8), "float32"), w: R.Tensor((8, 4), "float32"), b: R.Tensor((4,), "float32")):
        cls = Module
        with R.dataflow():
            p = R.call_tir(cls.matmul_add, (x, w, b), out_sinfo=R.Tensor((4, 4), "float32"))
            q = R.call_tir(cls.matmul, (p, p), out_sinfo=R.Tensor((4, 4), "float32"))
            r = R.call_tir(cls.wrong, (q, q), out_sinfo=R.Tensor((4, 4), "float32"))
            R.output(r)
        return r

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def matmul(a: T.Buffer((T.int64(4), T.int64(4)), "float32"), b: T.Buffer((T.int64(4), T.int64(4)), "float32"), c: T.Buffer((T.int64(4), T.int64(4)), "float32")):
#|         # with T.block("root"):
#|         for i, j, l in T.grid(T.int64(4), T.int64(4), T.int64(4)):
#|             with T.block("C"):
#|                 vi, vj, vl = T.axis.remap("SSR", [i, j, l])
#|                 T.reads(a[vi, vl], b[vl, vj])
#|                 T.writes(c[vi, vj])
#|                 with T.init():
#|                     c[vi, vj] = T.float32(0.0)
#|                 c[vi, vj] = c[vi, vj] + a[vi, vl] * b[vl, vj]
#|
#|     @T.prim_func(private=True)
#|     def matmul_add(x: T.Buffer((T.int64(4), T.int64(8)), "float32"), w: T.Buffer((T.int64(8), T.int64(4)), "float32"), b: T.Buffer((T.int64(4),), "float32"), out: T.Buffer((T.int64(4), T.int64(4)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         y = T.alloc_buffer((T.int64(4), T.int64(4)))
#|         for i, j, l in T.grid(T.int64(4), T.int64(4), T.int64(8)):
#|             with T.block("matmul"):
#|                 vi, vj, vl = T.axis.remap("SSR", [i, j, l])
#|                 T.reads(x[vi, vl], w[vl, vj])
#|                 T.writes(y[vi, vj])
#|                 with T.init():
#|                     y[vi, vj] = T.float32(0.0)
#|                 y[vi, vj] = y[vi, vj] + x[vi, vl] * w[vl, vj]
#|         for i, j in T.grid(T.int64(4), T.int64(4)):
#|             with T.block("add"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(y[vi, vj], b[vj])
#|                 T.writes(out[vi, vj])
#|                 out[vi, vj] = y[vi, vj] + b[vj]
#|
#|     @T.prim_func(private=True)
#|     def unfused_epilogue(y: T.Buffer((T.int64(4), T.int64(4)), "float32"), b: T.Buffer((T.int64(4),), "float32"), out: T.Buffer((T.int64(4), T.int64(4)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i, j in T.grid(T.int64(4), T.int64(4)):
#|             with T.block("add"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(y[vi, vj], b[vj])
#|                 T.writes(out[vi, vj])
#|                 out[vi, vj] = y[vi, vj] + b[vj]
#|
#|     @T.prim_func(private=True)
#|     def wrong(a: T.Buffer((4, 4), "float32"), b: T.Buffer((4, 4), "float32"), c: T.Buffer((4, 4), "float32")):
#|         # with T.block("root"):
#|         for i, j, l in T.grid(T.int64(4), T.int64(4), T.int64(4)):
#|             with T.block("C"):
#|                 vi, vj, vl = T.axis.remap("SSR", [i, j, l])
#|                 T.reads(a[vi, vl], b[vj, vl])
#|                 T.writes(c[vi, vj])
#|                 with T.init():
#|                     c[vi, vj] = T.float32(0.0)
#|                 c[vi, vj] = c[vi, vj] + a[vi, vl] * b[vj, vl]
#|
#|     @R.function
#|     def main(x: R.Tensor((4, 8), dtype="float32"), w: R.Tensor((8, 4), dtype="float32"), b: R.Tensor((4,), dtype="float32")) -> R.Tensor((4, 4), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_dps_packed("library.matmul", (x, w), out_sinfo=R.Tensor((4, 4), dtype="float32"))
#|             p = R.call_tir(cls.unfused_epilogue, (lv, b), out_sinfo=R.Tensor((4, 4), dtype="float32"))
#|             q = R.call_dps_packed("library.matmul", (p, p), out_sinfo=R.Tensor((4, 4), dtype="float32"))
#|             r = R.call_tir(cls.wrong, (q, q), out_sinfo=R.Tensor((4, 4), dtype="float32"))
#|             R.output(r)
#|         return r
