# test: run --dump=kernels --fill=ones
@R.function
def main(x: R.Tensor((4, 6), "float32")):
    with R.dataflow():
        out = R.nn.softmax(x, axis=-1)
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def softmax(x: T.Buffer((T.int64(4), T.int64(6)), "float32"), out: T.Buffer((T.int64(4), T.int64(6)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         max = T.alloc_buffer((T.int64(4),))
#|         sum = T.alloc_buffer((T.int64(4),))
#|         for ax0, k0 in T.grid(T.int64(4), T.int64(6)):
#|             with T.block("max"):
#|                 v_ax0, v_k0 = T.axis.remap("SR", [ax0, k0])
#|                 T.reads(x[v_ax0, v_k0])
#|                 T.writes(max[v_ax0])
#|                 with T.init():
#|                     max[v_ax0] = T.float32("-inf")
#|                 max[v_ax0] = T.Select(max[v_ax0] > x[v_ax0, v_k0] or T.isnan(max[v_ax0]), max[v_ax0], x[v_ax0, v_k0])
#|         for ax0, k0 in T.grid(T.int64(4), T.int64(6)):
#|             with T.block("sum"):
#|                 v_ax0, v_k0 = T.axis.remap("SR", [ax0, k0])
#|                 T.reads(x[v_ax0, v_k0], max[v_ax0])
#|                 T.writes(sum[v_ax0])
#|                 with T.init():
#|                     sum[v_ax0] = T.float32(0.0)
#|                 sum[v_ax0] = sum[v_ax0] + T.exp(x[v_ax0, v_k0] - max[v_ax0])
#|         for ax0, ax1 in T.grid(T.int64(4), T.int64(6)):
#|             with T.block("softmax"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1], max[v_ax0], sum[v_ax0])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 out[v_ax0, v_ax1] = T.exp(x[v_ax0, v_ax1] - max[v_ax0]) * (T.float32(1.0) / sum[v_ax0])
#|
#|     @R.function
#|     def main(x: R.Tensor((4, 6), dtype="float32")) -> R.Tensor((4, 6), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             gv = R.call_tir(cls.softmax, (x,), out_sinfo=R.Tensor((4, 6), dtype="float32"))
#|             R.output(gv)
#|         return gv
