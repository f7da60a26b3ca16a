# test: opt --passes=FuseTIR --check-each=4
# A symbol of a kernel is a number, a symbol, or what follows of an expression; the text of an index keeps its form.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def shift(a: T.handle, b: T.handle):
        n = T.int64()
        m = T.int64()
        A = T.match_buffer(a, (n, m - T.int64(1)))
        B = T.match_buffer(b, (n, m))
        for i, j in T.grid(n, m):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = T.if_then_else(vj < m - T.int64(1), A[n - T.int64(1) - vi, vj], T.float32(0))

    @R.function(private=True)
    def fused(x: R.Tensor((8, "k - 1"), "float32"), size: R.Prim(value="k")):
        R.func_attr({"Primitive": True})
        k = T.int64()
        cls = Module
        with R.dataflow():
            a = R.call_tir(cls.shift, (x,), out_sinfo=R.Tensor((8, k), "float32"))
            b = R.call_tir(cls.shift, (a,), out_sinfo=R.Tensor((8, k + 1), "float32"))
            R.output(b)
        return b

    @R.function
    def main(x: R.Tensor((8, "l - 1"), "float32"), s: R.Shape(["l"])):
        l = T.int64()
        cls = Module
        with R.dataflow():
            r: R.Tensor((8, l + 1), "float32") = cls.fused(x, R.prim_value(l))
            R.output(r)
        return r

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def fused(p_x: T.handle, p_output0: T.handle, k: T.int64):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         x = T.match_buffer(p_x, (T.int64(8), k - T.int64(1)))
#|         B_intermediate_1 = T.match_buffer(p_output0, (T.int64(8), k + T.int64(1)))
#|         # with T.block("root"):
#|         B_intermediate = T.alloc_buffer((T.int64(8), k))
#|         for i, j in T.grid(T.int64(8), k):
#|             with T.block("B"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(x[T.Sub(T.int64(8), T.int64(1)) - vi, vj])
#|                 T.writes(B_intermediate[vi, vj])
#|                 B_intermediate[vi, vj] = T.if_then_else(vj < k - T.int64(1), x[T.Sub(T.int64(8), T.int64(1)) - vi, vj], T.float32(0.0))
#|         for i, j in T.grid(T.int64(8), k + T.int64(1)):
#|             with T.block("B_1"):
#|                 vi, vj = T.axis.remap("SS", [i, j])
#|                 T.reads(B_intermediate[T.Sub(T.int64(8), T.int64(1)) - vi, vj])
#|                 T.writes(B_intermediate_1[vi, vj])
#|                 B_intermediate_1[vi, vj] = T.if_then_else(vj < k + T.int64(1) - T.int64(1), B_intermediate[T.Sub(T.int64(8), T.int64(1)) - vi, vj], T.float32(0.0))
#|
#|     @R.function
#|     def main(x: R.Tensor((8, "l - 1"), dtype="float32"), s: R.Shape(["l"])) -> R.Tensor((8, "l + 1"), dtype="float32"):
#|         l = T.int64()
#|         cls = Module
#|         with R.dataflow():
#|             r = R.call_tir(cls.fused, (x,), out_sinfo=R.Tensor((8, l + 1), dtype="float32"), tir_vars=R.shape([l]))
#|             R.output(r)
#|         return r
#| 1 pass checked by running: 4 runs agree
