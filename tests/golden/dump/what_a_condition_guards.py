# test: run --dump=kernels --fill=ones
# A value under a condition that has a name is computed whatever the condition says: its index stays inside.
@R.function
def main(x: R.Tensor((4, 8), "float32")):
    with R.dataflow():
        y = R.nn.gelu_tanh(R.nn.gelu_tanh(x))
        out = R.nn.pad(y, [0, 0, 1, 2])
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def gelu_tanh_gelu_tanh_pad(x: T.Buffer((T.int64(4), T.int64(8)), "float32"), out: T.Buffer((T.int64(4), T.int64(11)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(4), T.int64(11)):
#|             with T.block("pad"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, T.min(T.max(v_ax1 - T.int64(1), T.int64(0)), T.int64(7))])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 t: T.float32 = x[v_ax0, T.min(T.max(v_ax1 - T.int64(1), T.int64(0)), T.int64(7))]
#|                 t_1: T.float32 = T.float32(0.5) * t * (T.float32(1.0) + T.tanh(T.float32(0.79788456080286541) * t * (T.float32(1.0) + T.float32(0.044714999999999998) * (t * t))))
#|                 out[v_ax0, v_ax1] = T.Select(v_ax1 - T.int64(1) >= T.int64(0) and v_ax1 - T.int64(1) < T.int64(8), T.float32(0.5) * t_1 * (T.float32(1.0) + T.tanh(T.float32(0.79788456080286541) * t_1 * (T.float32(1.0) + T.float32(0.044714999999999998) * (t_1 * t_1)))), T.float32(0.0))
#|
#|     @R.function
#|     def main(x: R.Tensor((4, 8), dtype="float32")) -> R.Tensor((4, 11), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             gv = R.call_tir(cls.gelu_tanh_gelu_tanh_pad, (x,), out_sinfo=R.Tensor((4, 11), dtype="float32"))
#|             R.output(gv)
#|         return gv
