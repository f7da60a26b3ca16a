# test: run --dump=kernels --fill=ones
# What is large is written once.
@R.function
def main(x: R.Tensor((4, 8), "float32"), g: R.Tensor((8,), "float32"), b: R.Tensor((8,), "float32")):
    with R.dataflow():
        y = R.nn.layer_norm(x, g, b, axes=[-1])
        z = R.nn.gelu_tanh(R.nn.gelu_tanh(R.nn.gelu_tanh(y)))
        out = R.nn.pad(z, [0, 0, 1, 2])
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def layer_norm_gelu_tanh_gelu_tanh_gelu_tanh(x: T.Buffer((T.int64(4), T.int64(8)), "float32"), g: T.Buffer((T.int64(8),), "float32"), b: T.Buffer((T.int64(8),), "float32"), out: T.Buffer((T.int64(4), T.int64(8)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         sum = T.alloc_buffer((T.int64(4),))
#|         sum_1 = T.alloc_buffer((T.int64(4),))
#|         for ax0, k0 in T.grid(T.int64(4), T.int64(8)):
#|             with T.block("sum"):
#|                 v_ax0, v_k0 = T.axis.remap("SR", [ax0, k0])
#|                 T.reads(x[v_ax0, v_k0])
#|                 T.writes(sum[v_ax0])
#|                 with T.init():
#|                     sum[v_ax0] = T.float32(0.0)
#|                 sum[v_ax0] = sum[v_ax0] + x[v_ax0, v_k0]
#|         for ax0, k0 in T.grid(T.int64(4), T.int64(8)):
#|             with T.block("sum"):
#|                 v_ax0, v_k0 = T.axis.remap("SR", [ax0, k0])
#|                 T.reads(x[v_ax0, v_k0], sum[v_ax0])
#|                 T.writes(sum_1[v_ax0])
#|                 with T.init():
#|                     sum_1[v_ax0] = T.float32(0.0)
#|                 t: T.float32 = x[v_ax0, v_k0] - sum[v_ax0] * T.float32(0.125)
#|                 sum_1[v_ax0] = sum_1[v_ax0] + t * t
#|         for ax0, ax1 in T.grid(T.int64(4), T.int64(8)):
#|             with T.block("gelu_tanh"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1], sum[v_ax0], sum_1[v_ax0], g[v_ax1], b[v_ax1])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 t: T.float32 = (x[v_ax0, v_ax1] - sum[v_ax0] * T.float32(0.125)) * T.rsqrt(sum_1[v_ax0] * T.float32(0.125) + T.float32(1.0000000000000001e-05)) * g[v_ax1] + b[v_ax1]
#|                 t_1: T.float32 = T.float32(0.5) * t * (T.float32(1.0) + T.tanh(T.float32(0.79788456080286541) * t * (T.float32(1.0) + T.float32(0.044714999999999998) * (t * t))))
#|                 t_2: T.float32 = T.float32(0.5) * t_1 * (T.float32(1.0) + T.tanh(T.float32(0.79788456080286541) * t_1 * (T.float32(1.0) + T.float32(0.044714999999999998) * (t_1 * t_1))))
#|                 out[v_ax0, v_ax1] = T.float32(0.5) * t_2 * (T.float32(1.0) + T.tanh(T.float32(0.79788456080286541) * t_2 * (T.float32(1.0) + T.float32(0.044714999999999998) * (t_2 * t_2))))
#|
#|     @T.prim_func(private=True)
#|     def pad(x: T.Buffer((T.int64(4), T.int64(8)), "float32"), out: T.Buffer((T.int64(4), T.int64(11)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(4), T.int64(11)):
#|             with T.block("pad"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1 - T.int64(1)])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 out[v_ax0, v_ax1] = T.if_then_else(v_ax1 - T.int64(1) >= T.int64(0) and v_ax1 - T.int64(1) < T.int64(8), x[v_ax0, v_ax1 - T.int64(1)], T.float32(0.0))
#|
#|     @R.function
#|     def main(x: R.Tensor((4, 8), dtype="float32"), g: R.Tensor((8,), dtype="float32"), b: R.Tensor((8,), dtype="float32")) -> R.Tensor((4, 11), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.layer_norm_gelu_tanh_gelu_tanh_gelu_tanh, (x, g, b), out_sinfo=R.Tensor((4, 8), dtype="float32"))
#|             gv = R.call_tir(cls.pad, (lv,), out_sinfo=R.Tensor((4, 11), dtype="float32"))
#|             R.output(gv)
#|         return gv
