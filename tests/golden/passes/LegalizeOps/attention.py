# test: opt --passes=LegalizeOps
@R.function
def main(q: R.Tensor((2, "s", 3, 4), "float32"), k: R.Tensor((2, 6, 3, 4), "float32"), bias: R.Tensor((2, 1, "s", 6), "float32")):
    s = T.int64()
    a = R.nn.attention_bias(q, k, k, bias, scale=0.5, causal_mask="TopLeft")
    return a

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def attention_bias(var_q: T.handle, k: T.Buffer((T.int64(2), T.int64(6), T.int64(3), T.int64(4)), "float32"), k_1: T.Buffer((T.int64(2), T.int64(6), T.int64(3), T.int64(4)), "float32"), var_bias: T.handle, var_T_transpose: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         s = T.int64()
#|         q = T.match_buffer(var_q, (T.int64(2), s, T.int64(3), T.int64(4)))
#|         bias = T.match_buffer(var_bias, (T.int64(2), T.int64(1), s, T.int64(6)))
#|         T_transpose = T.match_buffer(var_T_transpose, (T.int64(2), s, T.int64(3), T.int64(4)))
#|         # with T.block("root"):
#|         T_transpose_1 = T.alloc_buffer((T.int64(2), T.int64(3), s, T.int64(4)))
#|         T_reshape = T.alloc_buffer((T.int64(6), s, T.int64(4)))
#|         T_transpose_2 = T.alloc_buffer((T.int64(2), T.int64(3), T.int64(6), T.int64(4)))
#|         T_reshape_1 = T.alloc_buffer((T.int64(6), T.int64(6), T.int64(4)))
#|         T_batch_matmul_NT = T.alloc_buffer((T.int64(6), s, T.int64(6)))
#|         T_multiply = T.alloc_buffer((T.int64(6), s, T.int64(6)))
#|         T_reshape_2 = T.alloc_buffer((T.int64(2), T.int64(3), s, T.int64(6)))
#|         T_add = T.alloc_buffer((T.int64(2), T.int64(3), s, T.int64(6)))
#|         T_reshape_3 = T.alloc_buffer((T.int64(6), s, T.int64(6)))
#|         trilu = T.alloc_buffer((T.int64(6), s, T.int64(6)))
#|         trilu_red = T.alloc_buffer((T.int64(6), s, T.int64(1)))
#|         T_subtract = T.alloc_buffer((T.int64(6), s, T.int64(6)))
#|         compute = T.alloc_buffer((T.int64(6), s, T.int64(6)))
#|         trilu_1 = T.alloc_buffer((T.int64(6), s, T.int64(6)))
#|         trilu_red_1 = T.alloc_buffer((T.int64(6), s, T.int64(1)))
#|         T_divide = T.alloc_buffer((T.int64(6), s, T.int64(6)))
#|         T_transpose_3 = T.alloc_buffer((T.int64(2), T.int64(3), T.int64(6), T.int64(4)))
#|         T_reshape_4 = T.alloc_buffer((T.int64(6), T.int64(6), T.int64(4)))
#|         T_batch_matmul_NN = T.alloc_buffer((T.int64(6), s, T.int64(4)))
#|         T_reshape_5 = T.alloc_buffer((T.int64(2), T.int64(3), s, T.int64(4)))
#|         for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(3), s, T.int64(4)):
#|             with T.block("T_transpose"):
#|                 v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
#|                 T.reads(q[v_ax0, v_ax2, v_ax1, v_ax3])
#|                 T.writes(T_transpose_1[v_ax0, v_ax1, v_ax2, v_ax3])
#|                 T_transpose_1[v_ax0, v_ax1, v_ax2, v_ax3] = q[v_ax0, v_ax2, v_ax1, v_ax3]
#|         for ax0, ax1, ax2 in T.grid(T.int64(6), s, T.int64(4)):
#|             with T.block("T_reshape"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(T_transpose_1[(v_ax2 // T.int64(4) + v_ax0 * s + v_ax1) // s % T.int64(6) // T.int64(3), (v_ax2 // T.int64(4) + v_ax0 * s + v_ax1) // s % T.int64(3), (v_ax2 // T.int64(4) + v_ax0 * s + v_ax1) % s, v_ax2 % T.int64(4)])
#|                 T.writes(T_reshape[v_ax0, v_ax1, v_ax2])
#|                 T_reshape[v_ax0, v_ax1, v_ax2] = T_transpose_1[(v_ax2 // T.int64(4) + v_ax0 * s + v_ax1) // s % T.int64(6) // T.int64(3), (v_ax2 // T.int64(4) + v_ax0 * s + v_ax1) // s % T.int64(3), (v_ax2 // T.int64(4) + v_ax0 * s + v_ax1) % s, v_ax2 % T.int64(4)]
#|         for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(3), T.int64(6), T.int64(4)):
#|             with T.block("T_transpose_1"):
#|                 v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
#|                 T.reads(k[v_ax0, v_ax2, v_ax1, v_ax3])
#|                 T.writes(T_transpose_2[v_ax0, v_ax1, v_ax2, v_ax3])
#|                 T_transpose_2[v_ax0, v_ax1, v_ax2, v_ax3] = k[v_ax0, v_ax2, v_ax1, v_ax3]
#|         for ax0, ax1, ax2 in T.grid(T.int64(6), T.int64(6), T.int64(4)):
#|             with T.block("T_reshape_1"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(T_transpose_2[((v_ax2 // T.int64(4) + v_ax1) // T.int64(6) + v_ax0) % T.int64(6) // T.int64(3), ((v_ax2 // T.int64(4) + v_ax1) // T.int64(6) + v_ax0) % T.int64(3), (v_ax2 // T.int64(4) + v_ax1) % T.int64(6), v_ax2 % T.int64(4)])
#|                 T.writes(T_reshape_1[v_ax0, v_ax1, v_ax2])
#|                 T_reshape_1[v_ax0, v_ax1, v_ax2] = T_transpose_2[((v_ax2 // T.int64(4) + v_ax1) // T.int64(6) + v_ax0) % T.int64(6) // T.int64(3), ((v_ax2 // T.int64(4) + v_ax1) // T.int64(6) + v_ax0) % T.int64(3), (v_ax2 // T.int64(4) + v_ax1) % T.int64(6), v_ax2 % T.int64(4)]
#|         for b, i, j, k_2 in T.grid(T.int64(6), s, T.int64(6), T.int64(4)):
#|             with T.block("T_batch_matmul_NT"):
#|                 v_b, v_i, v_j, v_k = T.axis.remap("SSSR", [b, i, j, k_2])
#|                 T.reads(T_reshape[v_b, v_i, v_k], T_reshape_1[v_b, v_j, v_k])
#|                 T.writes(T_batch_matmul_NT[v_b, v_i, v_j])
#|                 T.block_attr({"layout_free_placeholders": [T_reshape_1]})
#|                 with T.init():
#|                     T_batch_matmul_NT[v_b, v_i, v_j] = T.float32(0.0)
#|                 T_batch_matmul_NT[v_b, v_i, v_j] = T_batch_matmul_NT[v_b, v_i, v_j] + T_reshape[v_b, v_i, v_k] * T_reshape_1[v_b, v_j, v_k]
#|         for ax0, ax1, ax2 in T.grid(T.int64(6), s, T.int64(6)):
#|             with T.block("T_multiply"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(T_batch_matmul_NT[v_ax0, v_ax1, v_ax2])
#|                 T.writes(T_multiply[v_ax0, v_ax1, v_ax2])
#|                 T_multiply[v_ax0, v_ax1, v_ax2] = T_batch_matmul_NT[v_ax0, v_ax1, v_ax2] * T.float32(0.5)
#|         for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(3), s, T.int64(6)):
#|             with T.block("T_reshape_2"):
#|                 v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
#|                 T.reads(T_multiply[(v_ax3 // T.int64(6) + (v_ax0 * T.int64(3) + v_ax1) * s + v_ax2) // s % T.int64(6), (v_ax3 // T.int64(6) + (v_ax0 * T.int64(3) + v_ax1) * s + v_ax2) % s, v_ax3 % T.int64(6)])
#|                 T.writes(T_reshape_2[v_ax0, v_ax1, v_ax2, v_ax3])
#|                 T_reshape_2[v_ax0, v_ax1, v_ax2, v_ax3] = T_multiply[(v_ax3 // T.int64(6) + (v_ax0 * T.int64(3) + v_ax1) * s + v_ax2) // s % T.int64(6), (v_ax3 // T.int64(6) + (v_ax0 * T.int64(3) + v_ax1) * s + v_ax2) % s, v_ax3 % T.int64(6)]
#|         for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(3), s, T.int64(6)):
#|             with T.block("T_add"):
#|                 v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
#|                 T.reads(T_reshape_2[v_ax0, v_ax1, v_ax2, v_ax3], bias[v_ax0, T.int64(0), v_ax2, v_ax3])
#|                 T.writes(T_add[v_ax0, v_ax1, v_ax2, v_ax3])
#|                 T_add[v_ax0, v_ax1, v_ax2, v_ax3] = T_reshape_2[v_ax0, v_ax1, v_ax2, v_ax3] + bias[v_ax0, T.int64(0), v_ax2, v_ax3]
#|         for ax0, ax1, ax2 in T.grid(T.int64(6), s, T.int64(6)):
#|             with T.block("T_reshape_3"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(T_add[(v_ax2 // T.int64(6) + v_ax0 * s + v_ax1) // s % T.int64(6) // T.int64(3), (v_ax2 // T.int64(6) + v_ax0 * s + v_ax1) // s % T.int64(3), (v_ax2 // T.int64(6) + v_ax0 * s + v_ax1) % s, v_ax2 % T.int64(6)])
#|                 T.writes(T_reshape_3[v_ax0, v_ax1, v_ax2])
#|                 T_reshape_3[v_ax0, v_ax1, v_ax2] = T_add[(v_ax2 // T.int64(6) + v_ax0 * s + v_ax1) // s % T.int64(6) // T.int64(3), (v_ax2 // T.int64(6) + v_ax0 * s + v_ax1) // s % T.int64(3), (v_ax2 // T.int64(6) + v_ax0 * s + v_ax1) % s, v_ax2 % T.int64(6)]
#|         for i0, i1, i2 in T.grid(T.int64(6), s, T.int64(6)):
#|             with T.block("trilu"):
#|                 v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
#|                 T.reads(T_reshape_3[v_i0, v_i1, v_i2])
#|                 T.writes(trilu[v_i0, v_i1, v_i2])
#|                 trilu[v_i0, v_i1, v_i2] = T.Select(v_i2 <= v_i1, T_reshape_3[v_i0, v_i1, v_i2], T.float32(0.0))
#|         for ax0, ax1, ax2, k2 in T.grid(T.int64(6), s, T.int64(1), T.int64(6)):
#|             with T.block("trilu_red"):
#|                 v_ax0, v_ax1, v_ax2, v_k2 = T.axis.remap("SSSR", [ax0, ax1, ax2, k2])
#|                 T.reads(trilu[v_ax0, v_ax1, v_k2])
#|                 T.writes(trilu_red[v_ax0, v_ax1, v_ax2])
#|                 with T.init():
#|                     trilu_red[v_ax0, v_ax1, v_ax2] = T.float32(-340282346638528859811704183484516925440.0)
#|                 trilu_red[v_ax0, v_ax1, v_ax2] = T.max(trilu_red[v_ax0, v_ax1, v_ax2], trilu[v_ax0, v_ax1, v_k2])
#|         for ax0, ax1, ax2 in T.grid(T.int64(6), s, T.int64(6)):
#|             with T.block("T_subtract"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(trilu[v_ax0, v_ax1, v_ax2], trilu_red[v_ax0, v_ax1, T.int64(0)])
#|                 T.writes(T_subtract[v_ax0, v_ax1, v_ax2])
#|                 T_subtract[v_ax0, v_ax1, v_ax2] = trilu[v_ax0, v_ax1, v_ax2] - trilu_red[v_ax0, v_ax1, T.int64(0)]
#|         for i0, i1, i2 in T.grid(T.int64(6), s, T.int64(6)):
#|             with T.block("compute"):
#|                 v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
#|                 T.reads(T_subtract[v_i0, v_i1, v_i2])
#|                 T.writes(compute[v_i0, v_i1, v_i2])
#|                 compute[v_i0, v_i1, v_i2] = T.exp(T_subtract[v_i0, v_i1, v_i2])
#|         for i0, i1, i2 in T.grid(T.int64(6), s, T.int64(6)):
#|             with T.block("trilu_1"):
#|                 v_i0, v_i1, v_i2 = T.axis.remap("SSS", [i0, i1, i2])
#|                 T.reads(compute[v_i0, v_i1, v_i2])
#|                 T.writes(trilu_1[v_i0, v_i1, v_i2])
#|                 trilu_1[v_i0, v_i1, v_i2] = T.Select(v_i2 <= v_i1, compute[v_i0, v_i1, v_i2], T.float32(0.0))
#|         for ax0, ax1, ax2, k2 in T.grid(T.int64(6), s, T.int64(1), T.int64(6)):
#|             with T.block("trilu_red_1"):
#|                 v_ax0, v_ax1, v_ax2, v_k2 = T.axis.remap("SSSR", [ax0, ax1, ax2, k2])
#|                 T.reads(trilu_1[v_ax0, v_ax1, v_k2])
#|                 T.writes(trilu_red_1[v_ax0, v_ax1, v_ax2])
#|                 with T.init():
#|                     trilu_red_1[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
#|                 trilu_red_1[v_ax0, v_ax1, v_ax2] = trilu_red_1[v_ax0, v_ax1, v_ax2] + trilu_1[v_ax0, v_ax1, v_k2]
#|         for ax0, ax1, ax2 in T.grid(T.int64(6), s, T.int64(6)):
#|             with T.block("T_divide"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(trilu_1[v_ax0, v_ax1, v_ax2], trilu_red_1[v_ax0, v_ax1, T.int64(0)])
#|                 T.writes(T_divide[v_ax0, v_ax1, v_ax2])
#|                 T_divide[v_ax0, v_ax1, v_ax2] = trilu_1[v_ax0, v_ax1, v_ax2] / trilu_red_1[v_ax0, v_ax1, T.int64(0)]
#|         for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(3), T.int64(6), T.int64(4)):
#|             with T.block("T_transpose_2"):
#|                 v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
#|                 T.reads(k_1[v_ax0, v_ax2, v_ax1, v_ax3])
#|                 T.writes(T_transpose_3[v_ax0, v_ax1, v_ax2, v_ax3])
#|                 T_transpose_3[v_ax0, v_ax1, v_ax2, v_ax3] = k_1[v_ax0, v_ax2, v_ax1, v_ax3]
#|         for ax0, ax1, ax2 in T.grid(T.int64(6), T.int64(6), T.int64(4)):
#|             with T.block("T_reshape_4"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(T_transpose_3[((v_ax2 // T.int64(4) + v_ax1) // T.int64(6) + v_ax0) % T.int64(6) // T.int64(3), ((v_ax2 // T.int64(4) + v_ax1) // T.int64(6) + v_ax0) % T.int64(3), (v_ax2 // T.int64(4) + v_ax1) % T.int64(6), v_ax2 % T.int64(4)])
#|                 T.writes(T_reshape_4[v_ax0, v_ax1, v_ax2])
#|                 T_reshape_4[v_ax0, v_ax1, v_ax2] = T_transpose_3[((v_ax2 // T.int64(4) + v_ax1) // T.int64(6) + v_ax0) % T.int64(6) // T.int64(3), ((v_ax2 // T.int64(4) + v_ax1) // T.int64(6) + v_ax0) % T.int64(3), (v_ax2 // T.int64(4) + v_ax1) % T.int64(6), v_ax2 % T.int64(4)]
#|         for b, i, j, k_2 in T.grid(T.int64(6), s, T.int64(4), T.int64(6)):
#|             with T.block("T_batch_matmul_NN"):
#|                 v_b, v_i, v_j, v_k = T.axis.remap("SSSR", [b, i, j, k_2])
#|                 T.reads(T_divide[v_b, v_i, v_k], T_reshape_4[v_b, v_k, v_j])
#|                 T.writes(T_batch_matmul_NN[v_b, v_i, v_j])
#|                 T.block_attr({"layout_free_placeholders": [T_reshape_4]})
#|                 with T.init():
#|                     T_batch_matmul_NN[v_b, v_i, v_j] = T.float32(0.0)
#|                 T_batch_matmul_NN[v_b, v_i, v_j] = T_batch_matmul_NN[v_b, v_i, v_j] + T_divide[v_b, v_i, v_k] * T_reshape_4[v_b, v_k, v_j]
#|         for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), T.int64(3), s, T.int64(4)):
#|             with T.block("T_reshape_5"):
#|                 v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
#|                 T.reads(T_batch_matmul_NN[(v_ax3 // T.int64(4) + (v_ax0 * T.int64(3) + v_ax1) * s + v_ax2) // s % T.int64(6), (v_ax3 // T.int64(4) + (v_ax0 * T.int64(3) + v_ax1) * s + v_ax2) % s, v_ax3 % T.int64(4)])
#|                 T.writes(T_reshape_5[v_ax0, v_ax1, v_ax2, v_ax3])
#|                 T_reshape_5[v_ax0, v_ax1, v_ax2, v_ax3] = T_batch_matmul_NN[(v_ax3 // T.int64(4) + (v_ax0 * T.int64(3) + v_ax1) * s + v_ax2) // s % T.int64(6), (v_ax3 // T.int64(4) + (v_ax0 * T.int64(3) + v_ax1) * s + v_ax2) % s, v_ax3 % T.int64(4)]
#|         for ax0, ax1, ax2, ax3 in T.grid(T.int64(2), s, T.int64(3), T.int64(4)):
#|             with T.block("T_transpose_3"):
#|                 v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
#|                 T.reads(T_reshape_5[v_ax0, v_ax2, v_ax1, v_ax3])
#|                 T.writes(T_transpose[v_ax0, v_ax1, v_ax2, v_ax3])
#|                 T_transpose[v_ax0, v_ax1, v_ax2, v_ax3] = T_reshape_5[v_ax0, v_ax2, v_ax1, v_ax3]
#|
#|     @R.function
#|     def main(q: R.Tensor((2, "s", 3, 4), dtype="float32"), k: R.Tensor((2, 6, 3, 4), dtype="float32"), bias: R.Tensor((2, 1, "s", 6), dtype="float32")) -> R.Tensor((2, "s", 3, 4), dtype="float32"):
#|         s = T.int64()
#|         cls = Module
#|         a = R.call_tir(cls.attention_bias, (q, k, k, bias), out_sinfo=R.Tensor((2, s, 3, 4), dtype="float32"))
#|         return a
