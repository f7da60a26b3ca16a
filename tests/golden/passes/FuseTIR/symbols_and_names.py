# test: opt --passes=LegalizeOps,AnnotateTIROpPattern,FuseOps,FuseTIR --check-each=4
# A symbol that no shape tells is handed in. Equal names of buffers and blocks get numbers.
@I.ir_module
class Module:
    @R.function
    def main(s: R.Shape(["n"]), x: R.Tensor(("m", 2), "float32")):
        n = T.int64()
        m = T.int64()
        with R.dataflow():
            a = R.zeros(R.shape([n, n]), "float32")
            y = R.exp(a)
            b = R.add(x, R.const(1.0, "float32"))
            c = R.add(b, R.const(2.0, "float32"))
            d = R.add(c, x)
            z = R.split(d, 2, axis=1)
            R.output(y, z)
        return (y, z)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def fused_add_add1_add2_split(p_x: T.handle, p_output0: T.handle, p_output1: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         m = T.int64()
#|         x = T.match_buffer(p_x, (m, T.int64(2)))
#|         T_split_sections_intermediate = T.match_buffer(p_output0, (m, T.int64(1)))
#|         T_split_sections_intermediate_1 = T.match_buffer(p_output1, (m, T.int64(1)))
#|         # with T.block("root"):
#|         T_add_intermediate = T.alloc_buffer((m, T.int64(2)))
#|         T_add_intermediate_1 = T.alloc_buffer((m, T.int64(2)))
#|         T_add_intermediate_1_2 = T.alloc_buffer((m, T.int64(2)))
#|         for ax0, ax1 in T.grid(m, T.int64(2)):
#|             with T.block("T_add"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1])
#|                 T.writes(T_add_intermediate[v_ax0, v_ax1])
#|                 T_add_intermediate[v_ax0, v_ax1] = x[v_ax0, v_ax1] + T.float32(1.0)
#|         for ax0, ax1 in T.grid(m, T.int64(2)):
#|             with T.block("T_add_1"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(T_add_intermediate[v_ax0, v_ax1])
#|                 T.writes(T_add_intermediate_1[v_ax0, v_ax1])
#|                 T_add_intermediate_1[v_ax0, v_ax1] = T_add_intermediate[v_ax0, v_ax1] + T.float32(2.0)
#|         for ax0, ax1 in T.grid(m, T.int64(2)):
#|             with T.block("T_add_2"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(T_add_intermediate_1[v_ax0, v_ax1], x[v_ax0, v_ax1])
#|                 T.writes(T_add_intermediate_1_2[v_ax0, v_ax1])
#|                 T_add_intermediate_1_2[v_ax0, v_ax1] = T_add_intermediate_1[v_ax0, v_ax1] + x[v_ax0, v_ax1]
#|         for ax0, ax1 in T.grid(m, T.int64(1)):
#|             with T.block("T_split_sections"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(T_add_intermediate_1_2[v_ax0, v_ax1])
#|                 T.writes(T_split_sections_intermediate[v_ax0, v_ax1])
#|                 T_split_sections_intermediate[v_ax0, v_ax1] = T_add_intermediate_1_2[v_ax0, v_ax1]
#|         for ax0, ax1 in T.grid(m, T.int64(1)):
#|             with T.block("T_split_sections_1"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(T_add_intermediate_1_2[v_ax0, v_ax1 + T.int64(1)])
#|                 T.writes(T_split_sections_intermediate_1[v_ax0, v_ax1])
#|                 T_split_sections_intermediate_1[v_ax0, v_ax1] = T_add_intermediate_1_2[v_ax0, v_ax1 + T.int64(1)]
#|
#|     @T.prim_func(private=True)
#|     def fused_zeros_tir_exp(p_output0: T.handle, n: T.int64):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         compute_intermediate = T.match_buffer(p_output0, (n, n))
#|         # with T.block("root"):
#|         T_full_intermediate = T.alloc_buffer((n, n))
#|         for ax0, ax1 in T.grid(n, n):
#|             with T.block("T_full"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads()
#|                 T.writes(T_full_intermediate[v_ax0, v_ax1])
#|                 T_full_intermediate[v_ax0, v_ax1] = T.float32(0.0)
#|         for i0, i1 in T.grid(n, n):
#|             with T.block("compute"):
#|                 v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
#|                 T.reads(T_full_intermediate[v_i0, v_i1])
#|                 T.writes(compute_intermediate[v_i0, v_i1])
#|                 compute_intermediate[v_i0, v_i1] = T.exp(T_full_intermediate[v_i0, v_i1])
#|
#|     @R.function
#|     def main(s: R.Shape(["n"]), x: R.Tensor(("m", 2), dtype="float32")) -> R.Tuple(R.Tensor(("n", "n"), dtype="float32"), R.Tuple(R.Tensor(("m", 1), dtype="float32"), R.Tensor(("m", 1), dtype="float32"))):
#|         n = T.int64()
#|         m = T.int64()
#|         cls = Module
#|         with R.dataflow():
#|             gv = R.call_tir(cls.fused_zeros_tir_exp, R.tuple(), out_sinfo=R.Tensor((n, n), dtype="float32"), tir_vars=R.shape([n]))
#|             gv1 = R.call_tir(cls.fused_add_add1_add2_split, (x,), out_sinfo=[R.Tensor((m, 1), dtype="float32"), R.Tensor((m, 1), dtype="float32")])
#|             R.output(gv, gv1)
#|         return (gv, gv1)
#| 4 passes checked by running: 16 runs agree
