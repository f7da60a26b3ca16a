# test: run --dump=kernels --fill=ones
@R.function
def main(x: R.Tensor((1, 2, 5, 5), "float32")):
    with R.dataflow():
        a = R.nn.max_pool2d(x, pool_size=[3, 3], strides=[2, 2], padding=[1, 1, 1, 1])
        b = R.nn.avg_pool2d(x, pool_size=[2, 2], strides=[2, 2])
        c = R.nn.pad(R.exp(x), [0, 0, 0, 0, 1, 1, 2, 0])
        out = (a, b, c)
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def avg_pool2d(x: T.Buffer((T.int64(1), T.int64(2), T.int64(5), T.int64(5)), "float32"), out: T.Buffer((T.int64(1), T.int64(2), T.int64(2), T.int64(2)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(2), T.int64(2)):
#|             with T.block("avg_pool2d"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(x[T.int64(0), v_ax0, v_ax1 * T.int64(2):v_ax1 * T.int64(2) + T.int64(2), v_ax2 * T.int64(2):v_ax2 * T.int64(2) + T.int64(2)])
#|                 T.writes(out[T.int64(0), v_ax0, v_ax1, v_ax2])
#|                 out[T.int64(0), v_ax0, v_ax1, v_ax2] = (x[T.int64(0), v_ax0, v_ax1 * T.int64(2), v_ax2 * T.int64(2)] + x[T.int64(0), v_ax0, v_ax1 * T.int64(2), v_ax2 * T.int64(2) + T.int64(1)] + x[T.int64(0), v_ax0, v_ax1 * T.int64(2) + T.int64(1), v_ax2 * T.int64(2)] + x[T.int64(0), v_ax0, v_ax1 * T.int64(2) + T.int64(1), v_ax2 * T.int64(2) + T.int64(1)]) / T.float32(4.0)
#|
#|     @T.prim_func(private=True)
#|     def exp_pad(x: T.Buffer((T.int64(1), T.int64(2), T.int64(5), T.int64(5)), "float32"), out: T.Buffer((T.int64(1), T.int64(2), T.int64(7), T.int64(7)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(7), T.int64(7)):
#|             with T.block("pad"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(x[T.int64(0), v_ax0, v_ax1 - T.int64(1), v_ax2 - T.int64(2)])
#|                 T.writes(out[T.int64(0), v_ax0, v_ax1, v_ax2])
#|                 out[T.int64(0), v_ax0, v_ax1, v_ax2] = T.if_then_else(v_ax1 - T.int64(1) >= T.int64(0) and v_ax1 - T.int64(1) < T.int64(5) and v_ax2 - T.int64(2) >= T.int64(0), T.exp(x[T.int64(0), v_ax0, v_ax1 - T.int64(1), v_ax2 - T.int64(2)]), T.float32(0.0))
#|
#|     @T.prim_func(private=True)
#|     def max_pool2d(x: T.Buffer((T.int64(1), T.int64(2), T.int64(5), T.int64(5)), "float32"), out: T.Buffer((T.int64(1), T.int64(2), T.int64(3), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(3)):
#|             with T.block("max_pool2d"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(x[T.int64(0), v_ax0, v_ax1 * T.int64(2) - T.int64(1):v_ax1 * T.int64(2) - T.int64(1) + T.int64(3), v_ax2 * T.int64(2) - T.int64(1):v_ax2 * T.int64(2) - T.int64(1) + T.int64(3)])
#|                 T.writes(out[T.int64(0), v_ax0, v_ax1, v_ax2])
#|                 t: T.float32 = T.if_then_else(v_ax2 * T.int64(2) - T.int64(1) >= T.int64(0) and v_ax1 * T.int64(2) - T.int64(1) >= T.int64(0), x[T.int64(0), v_ax0, v_ax1 * T.int64(2) - T.int64(1), v_ax2 * T.int64(2) - T.int64(1)], T.float32("-inf"))
#|                 t_1: T.float32 = T.if_then_else(v_ax1 * T.int64(2) - T.int64(1) >= T.int64(0), x[T.int64(0), v_ax0, v_ax1 * T.int64(2) - T.int64(1), v_ax2 * T.int64(2)], T.float32("-inf"))
#|                 t_2: T.float32 = T.Select(t > t_1 or T.isnan(t), t, t_1)
#|                 t_3: T.float32 = T.if_then_else(v_ax2 * T.int64(2) + T.int64(1) < T.int64(5) and v_ax1 * T.int64(2) - T.int64(1) >= T.int64(0), x[T.int64(0), v_ax0, v_ax1 * T.int64(2) - T.int64(1), v_ax2 * T.int64(2) + T.int64(1)], T.float32("-inf"))
#|                 t_4: T.float32 = T.Select(t_2 > t_3 or T.isnan(t_2), t_2, t_3)
#|                 t_5: T.float32 = T.if_then_else(v_ax2 * T.int64(2) - T.int64(1) >= T.int64(0), x[T.int64(0), v_ax0, v_ax1 * T.int64(2), v_ax2 * T.int64(2) - T.int64(1)], T.float32("-inf"))
#|                 t_6: T.float32 = T.Select(t_4 > t_5 or T.isnan(t_4), t_4, t_5)
#|                 t_7: T.float32 = x[T.int64(0), v_ax0, v_ax1 * T.int64(2), v_ax2 * T.int64(2)]
#|                 t_8: T.float32 = T.Select(t_6 > t_7 or T.isnan(t_6), t_6, t_7)
#|                 t_9: T.float32 = T.if_then_else(v_ax2 * T.int64(2) + T.int64(1) < T.int64(5), x[T.int64(0), v_ax0, v_ax1 * T.int64(2), v_ax2 * T.int64(2) + T.int64(1)], T.float32("-inf"))
#|                 t_10: T.float32 = T.Select(t_8 > t_9 or T.isnan(t_8), t_8, t_9)
#|                 t_11: T.float32 = T.if_then_else(v_ax2 * T.int64(2) - T.int64(1) >= T.int64(0) and v_ax1 * T.int64(2) + T.int64(1) < T.int64(5), x[T.int64(0), v_ax0, v_ax1 * T.int64(2) + T.int64(1), v_ax2 * T.int64(2) - T.int64(1)], T.float32("-inf"))
#|                 t_12: T.float32 = T.Select(t_10 > t_11 or T.isnan(t_10), t_10, t_11)
#|                 t_13: T.float32 = T.if_then_else(v_ax1 * T.int64(2) + T.int64(1) < T.int64(5), x[T.int64(0), v_ax0, v_ax1 * T.int64(2) + T.int64(1), v_ax2 * T.int64(2)], T.float32("-inf"))
#|                 t_14: T.float32 = T.Select(t_12 > t_13 or T.isnan(t_12), t_12, t_13)
#|                 t_15: T.float32 = T.if_then_else(v_ax2 * T.int64(2) + T.int64(1) < T.int64(5) and v_ax1 * T.int64(2) + T.int64(1) < T.int64(5), x[T.int64(0), v_ax0, v_ax1 * T.int64(2) + T.int64(1), v_ax2 * T.int64(2) + T.int64(1)], T.float32("-inf"))
#|                 out[T.int64(0), v_ax0, v_ax1, v_ax2] = T.Select(t_14 > t_15 or T.isnan(t_14), t_14, t_15)
#|
#|     @R.function
#|     def main(x: R.Tensor((1, 2, 5, 5), dtype="float32")) -> R.Tuple(R.Tensor((1, 2, 3, 3), dtype="float32"), R.Tensor((1, 2, 2, 2), dtype="float32"), R.Tensor((1, 2, 7, 7), dtype="float32")):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.max_pool2d, (x,), out_sinfo=R.Tensor((1, 2, 3, 3), dtype="float32"))
#|             lv1 = R.call_tir(cls.avg_pool2d, (x,), out_sinfo=R.Tensor((1, 2, 2, 2), dtype="float32"))
#|             lv2 = R.call_tir(cls.exp_pad, (x,), out_sinfo=R.Tensor((1, 2, 7, 7), dtype="float32"))
#|             gv: R.Tuple(R.Tensor((1, 2, 3, 3), dtype="float32"), R.Tensor((1, 2, 2, 2), dtype="float32"), R.Tensor((1, 2, 7, 7), dtype="float32")) = lv, lv1, lv2
#|             R.output(gv)
#|         return gv
