# test: run --dump=kernels --fill=ones
# What a kernel is recognised as is compiled as kernels of the loop form; the rest stays as it is.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def center(x: T.Buffer((3, 4), "float32"), y: T.Buffer((3, 4), "float32")):
        total = T.alloc_buffer((3,))
        for i in range(3):
            total[i] = T.float32(0.0)
            for k in range(4):
                total[i] = total[i] + x[i, k]
            for k in range(4):
                y[i, k] = x[i, k] - total[i] * T.float32(0.25)

    @T.prim_func(private=True)
    def prefix(x: T.Buffer((3, 4), "float32"), y: T.Buffer((3, 4), "float32")):
        for i, j in T.grid(3, 4):
            y[i, j] = x[i, j] + T.if_then_else(j > 0, y[i, j - 1], T.float32(0.0))

    @R.function
    def main(x: R.Tensor((3, 4), "float32")):
        cls = Module
        centered = R.call_tir(cls.center, (x,), out_sinfo=R.Tensor((3, 4), "float32"))
        sums = R.call_tir(cls.prefix, (centered,), out_sinfo=R.Tensor((3, 4), "float32"))
        return sums

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def center(x: T.Buffer((T.int64(3), T.int64(4)), "float32"), out: T.Buffer((T.int64(3), T.int64(4)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         sum = T.alloc_buffer((T.int64(3),))
#|         for ax0, k0 in T.grid(T.int64(3), T.int64(4)):
#|             with T.block("sum"):
#|                 v_ax0, v_k0 = T.axis.remap("SR", [ax0, k0])
#|                 T.reads(x[v_ax0, v_k0])
#|                 T.writes(sum[v_ax0])
#|                 with T.init():
#|                     sum[v_ax0] = T.float32(0.0)
#|                 sum[v_ax0] = sum[v_ax0] + x[v_ax0, v_k0]
#|         for ax0, ax1 in T.grid(T.int64(3), T.int64(4)):
#|             with T.block("center"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1], sum[v_ax0])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 out[v_ax0, v_ax1] = x[v_ax0, v_ax1] - sum[v_ax0] * T.float32(0.25)
#|
#|     @T.prim_func(private=True)
#|     def prefix(x: T.Buffer((3, 4), "float32"), y: T.Buffer((3, 4), "float32")):
#|         for i, j in T.grid(3, 4):
#|             y[i, j] = x[i, j] + T.if_then_else(j > 0, y[i, j - 1], T.float32(0.0))
#|
#|     @R.function
#|     def main(x: R.Tensor((3, 4), dtype="float32")) -> R.Tensor((3, 4), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.center, (x,), out_sinfo=R.Tensor((3, 4), dtype="float32"))
#|             gv = R.call_tir(cls.prefix, (lv,), out_sinfo=R.Tensor((3, 4), dtype="float32"))
#|             R.output(gv)
#|         return gv
