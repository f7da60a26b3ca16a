# test: opt --passes=zero --check-each=4
# A layer of a network. What is known is computed, before the rest is fused.
@R.function
def main(x: R.Tensor((2, 4), "float32"), w: R.Tensor((4, 4), "float32"), g: R.Tensor((4,), "float32"), b: R.Tensor((4,), "float32")):
    with R.dataflow():
        two = R.add(R.const(1.0, "float32"), R.const(1.0, "float32"))
        n = R.nn.layer_norm(x, g, b, axes=[-1])
        m = R.matmul(n, R.permute_dims(w))
        s = R.multiply(m, two)
        a = R.nn.gelu(s)
        y = R.add(a, x)
        R.output(y)
    return y

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def fused_matmul_multiply_gelu_add1(n: T.Buffer((T.int64(2), T.int64(4)), "float32"), lv2: T.Buffer((T.int64(4), T.int64(4)), "float32"), param_0: T.Buffer((), "float32"), x: T.Buffer((T.int64(2), T.int64(4)), "float32"), T_add_intermediate: T.Buffer((T.int64(2), T.int64(4)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         matmul_intermediate = T.alloc_buffer((T.int64(2), T.int64(4)))
#|         T_multiply_intermediate = T.alloc_buffer((T.int64(2), T.int64(4)))
#|         T_multiply = T.alloc_buffer((T.int64(2), T.int64(4)))
#|         compute = T.alloc_buffer((T.int64(2), T.int64(4)))
#|         T_multiply_1 = T.alloc_buffer((T.int64(2), T.int64(4)))
#|         T_add = T.alloc_buffer((T.int64(2), T.int64(4)))
#|         T_multiply_intermediate_1 = T.alloc_buffer((T.int64(2), T.int64(4)))
#|         for i0, i1, k in T.grid(T.int64(2), T.int64(4), T.int64(4)):
#|             with T.block("matmul"):
#|                 v_i0, v_i1, v_k = T.axis.remap("SSR", [i0, i1, k])
#|                 T.reads(n[v_i0, v_k], lv2[v_k, v_i1])
#|                 T.writes(matmul_intermediate[v_i0, v_i1])
#|                 with T.init():
#|                     matmul_intermediate[v_i0, v_i1] = T.float32(0.0)
#|                 matmul_intermediate[v_i0, v_i1] = matmul_intermediate[v_i0, v_i1] + n[v_i0, v_k] * lv2[v_k, v_i1]
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(4)):
#|             with T.block("T_multiply"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(matmul_intermediate[v_ax0, v_ax1], param_0[()])
#|                 T.writes(T_multiply_intermediate[v_ax0, v_ax1])
#|                 T_multiply_intermediate[v_ax0, v_ax1] = matmul_intermediate[v_ax0, v_ax1] * param_0[()]
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(4)):
#|             with T.block("T_multiply_1"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(T_multiply_intermediate[v_ax0, v_ax1])
#|                 T.writes(T_multiply[v_ax0, v_ax1])
#|                 T_multiply[v_ax0, v_ax1] = T_multiply_intermediate[v_ax0, v_ax1] * T.float32(0.70710678118654757)
#|         for i0, i1 in T.grid(T.int64(2), T.int64(4)):
#|             with T.block("compute"):
#|                 v_i0, v_i1 = T.axis.remap("SS", [i0, i1])
#|                 T.reads(T_multiply[v_i0, v_i1])
#|                 T.writes(compute[v_i0, v_i1])
#|                 compute[v_i0, v_i1] = T.erf(T_multiply[v_i0, v_i1])
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(4)):
#|             with T.block("T_multiply_1_1"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(compute[v_ax0, v_ax1])
#|                 T.writes(T_multiply_1[v_ax0, v_ax1])
#|                 T_multiply_1[v_ax0, v_ax1] = compute[v_ax0, v_ax1] * T.float32(0.5)
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(4)):
#|             with T.block("T_add"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(T_multiply_1[v_ax0, v_ax1])
#|                 T.writes(T_add[v_ax0, v_ax1])
#|                 T_add[v_ax0, v_ax1] = T.float32(0.5) + T_multiply_1[v_ax0, v_ax1]
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(4)):
#|             with T.block("T_multiply_2"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(T_multiply_intermediate[v_ax0, v_ax1], T_add[v_ax0, v_ax1])
#|                 T.writes(T_multiply_intermediate_1[v_ax0, v_ax1])
#|                 T_multiply_intermediate_1[v_ax0, v_ax1] = T_multiply_intermediate[v_ax0, v_ax1] * T_add[v_ax0, v_ax1]
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(4)):
#|             with T.block("T_add_1"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(T_multiply_intermediate_1[v_ax0, v_ax1], x[v_ax0, v_ax1])
#|                 T.writes(T_add_intermediate[v_ax0, v_ax1])
#|                 T_add_intermediate[v_ax0, v_ax1] = T_multiply_intermediate_1[v_ax0, v_ax1] + x[v_ax0, v_ax1]
#|
#|     @T.prim_func(private=True)
#|     def layer_norm(x: T.Buffer((T.int64(2), T.int64(4)), "float32"), g: T.Buffer((T.int64(4),), "float32"), b: T.Buffer((T.int64(4),), "float32"), T_layer_norm: T.Buffer((T.int64(2), T.int64(4)), "float32")):
#|         T.func_attr({"op_pattern": 4, "tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         x_red_temp_v0 = T.alloc_buffer((T.int64(2),))
#|         x_red_temp_v1 = T.alloc_buffer((T.int64(2),))
#|         for ax0, k1 in T.grid(T.int64(2), T.int64(4)):
#|             with T.block("x_red_temp"):
#|                 v_ax0, v_k1 = T.axis.remap("SR", [ax0, k1])
#|                 T.reads(x[v_ax0, v_k1])
#|                 T.writes(x_red_temp_v0[v_ax0], x_red_temp_v1[v_ax0])
#|                 with T.init():
#|                     x_red_temp_v0[v_ax0] = T.float32(0.0)
#|                     x_red_temp_v1[v_ax0] = T.float32(0.0)
#|                 v_x_red_temp_v0: T.float32 = x_red_temp_v0[v_ax0] + x[v_ax0, v_k1]
#|                 v_x_red_temp_v1: T.float32 = x_red_temp_v1[v_ax0] + x[v_ax0, v_k1] * x[v_ax0, v_k1]
#|                 x_red_temp_v0[v_ax0] = v_x_red_temp_v0
#|                 x_red_temp_v1[v_ax0] = v_x_red_temp_v1
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(4)):
#|             with T.block("T_layer_norm"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1], x_red_temp_v0[v_ax0], x_red_temp_v1[v_ax0], g[v_ax1], b[v_ax1])
#|                 T.writes(T_layer_norm[v_ax0, v_ax1])
#|                 T_layer_norm[v_ax0, v_ax1] = (x[v_ax0, v_ax1] - x_red_temp_v0[v_ax0] * T.float32(0.25)) * T.rsqrt(x_red_temp_v1[v_ax0] * T.float32(0.25) - x_red_temp_v0[v_ax0] * T.float32(0.25) * (x_red_temp_v0[v_ax0] * T.float32(0.25)) + T.float32(1.0000000000000001e-05)) * g[v_ax1] + b[v_ax1]
#|
#|     @T.prim_func(private=True)
#|     def transpose(w: T.Buffer((T.int64(4), T.int64(4)), "float32"), T_transpose: T.Buffer((T.int64(4), T.int64(4)), "float32")):
#|         T.func_attr({"op_pattern": 2, "tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(4), T.int64(4)):
#|             with T.block("T_transpose"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(w[v_ax1, v_ax0])
#|                 T.writes(T_transpose[v_ax0, v_ax1])
#|                 T_transpose[v_ax0, v_ax1] = w[v_ax1, v_ax0]
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32"), g: R.Tensor((4,), dtype="float32"), b: R.Tensor((4,), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             n = R.call_tir(cls.layer_norm, (x, g, b), out_sinfo=R.Tensor((2, 4), dtype="float32"))
#|             lv2 = R.call_tir(cls.transpose, (w,), out_sinfo=R.Tensor((4, 4), dtype="float32"))
#|             gv = R.call_tir(cls.fused_matmul_multiply_gelu_add1, (n, lv2, R.const(2.0, "float32"), x), out_sinfo=R.Tensor((2, 4), dtype="float32"))
#|             R.output(gv)
#|         return gv
#| 5 passes checked by running: 20 runs agree
