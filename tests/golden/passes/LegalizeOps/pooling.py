# test: opt --passes=LegalizeOps
# Windows of unequal size stay an operator.
@R.function
def main(x: R.Tensor((1, 2, 7, "w"), "float32"), y: R.Tensor((2, 9, 4), "float32")):
    a = R.nn.max_pool2d(x, [3, 2], strides=[2, 1], padding=1, dilation=[1, 2])
    b = R.nn.avg_pool2d(x, [3, 3], strides=[2, 2], padding=[1, 0, 1, 0])
    c = R.nn.avg_pool1d(y, 3, strides=2, layout="NWC", ceil_mode=True, count_include_pad=True)
    d = R.nn.adaptive_avg_pool1d(y, 3, layout="NWC")
    e = R.nn.adaptive_avg_pool1d(y, 2, layout="NWC")
    return (a, b, c, d, e)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def adaptive_avg_pool1d(y: T.Buffer((T.int64(2), T.int64(9), T.int64(4)), "float32"), adaptive_pool_avg: T.Buffer((T.int64(2), T.int64(3), T.int64(4)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         adaptive_pool_sum = T.alloc_buffer((T.int64(2), T.int64(3), T.int64(4)))
#|         for ax0, ax1, ax2, rv0 in T.grid(T.int64(2), T.int64(3), T.int64(4), T.int64(3)):
#|             with T.block("adaptive_pool_sum"):
#|                 v_ax0, v_ax1, v_ax2, v_rv0 = T.axis.remap("SSSR", [ax0, ax1, ax2, rv0])
#|                 T.reads(y[v_ax0, v_ax1 * T.int64(3) + v_rv0, v_ax2])
#|                 T.writes(adaptive_pool_sum[v_ax0, v_ax1, v_ax2])
#|                 with T.init():
#|                     adaptive_pool_sum[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
#|                 adaptive_pool_sum[v_ax0, v_ax1, v_ax2] = adaptive_pool_sum[v_ax0, v_ax1, v_ax2] + y[v_ax0, v_ax1 * T.int64(3) + v_rv0, v_ax2]
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(3), T.int64(4)):
#|             with T.block("adaptive_pool_avg"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(adaptive_pool_sum[v_ax0, v_ax1, v_ax2])
#|                 T.writes(adaptive_pool_avg[v_ax0, v_ax1, v_ax2])
#|                 T.block_attr({"schedule_rule": "meta_schedule.adaptive_pool_avg"})
#|                 adaptive_pool_avg[v_ax0, v_ax1, v_ax2] = adaptive_pool_sum[v_ax0, v_ax1, v_ax2] * T.float32(0.33333333333333331)
#|
#|     @T.prim_func(private=True)
#|     def avg_pool1d(y: T.Buffer((T.int64(2), T.int64(9), T.int64(4)), "float32"), pool_avg: T.Buffer((T.int64(2), T.int64(4), T.int64(4)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         pad_temp = T.alloc_buffer((T.int64(2), T.int64(10), T.int64(4)))
#|         pool_sum = T.alloc_buffer((T.int64(2), T.int64(4), T.int64(4)))
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(10), T.int64(4)):
#|             with T.block("pad_temp"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(y[v_ax0, v_ax1, v_ax2])
#|                 T.writes(pad_temp[v_ax0, v_ax1, v_ax2])
#|                 pad_temp[v_ax0, v_ax1, v_ax2] = T.if_then_else(v_ax1 < T.int64(9), y[v_ax0, v_ax1, v_ax2], T.float32(0.0))
#|         for ax0, ax1, ax2, rv0 in T.grid(T.int64(2), T.int64(4), T.int64(4), T.int64(3)):
#|             with T.block("pool_sum"):
#|                 v_ax0, v_ax1, v_ax2, v_rv0 = T.axis.remap("SSSR", [ax0, ax1, ax2, rv0])
#|                 T.reads(pad_temp[v_ax0, v_ax1 * T.int64(2) + v_rv0, v_ax2])
#|                 T.writes(pool_sum[v_ax0, v_ax1, v_ax2])
#|                 with T.init():
#|                     pool_sum[v_ax0, v_ax1, v_ax2] = T.float32(0.0)
#|                 pool_sum[v_ax0, v_ax1, v_ax2] = pool_sum[v_ax0, v_ax1, v_ax2] + pad_temp[v_ax0, v_ax1 * T.int64(2) + v_rv0, v_ax2]
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(4)):
#|             with T.block("pool_avg"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(pool_sum[v_ax0, v_ax1, v_ax2])
#|                 T.writes(pool_avg[v_ax0, v_ax1, v_ax2])
#|                 T.block_attr({"schedule_rule": "meta_schedule.pool_avg"})
#|                 pool_avg[v_ax0, v_ax1, v_ax2] = pool_sum[v_ax0, v_ax1, v_ax2] / T.Cast("float32", T.min(T.int64(2), T.int64(8) - v_ax1 * T.int64(2)) + T.int64(1))
#|
#|     @T.prim_func(private=True)
#|     def avg_pool2d(var_x: T.handle, var_pool_avg: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         w = T.int64()
#|         x = T.match_buffer(var_x, (T.int64(1), T.int64(2), T.int64(7), w))
#|         pool_avg = T.match_buffer(var_pool_avg, (T.int64(1), T.int64(2), T.int64(4), (w - T.int64(3)) // T.int64(2) + T.int64(1)))
#|         # with T.block("root"):
#|         pad_temp = T.alloc_buffer((T.int64(1), T.int64(2), T.int64(9), w))
#|         pool_sum = T.alloc_buffer((T.int64(1), T.int64(2), T.int64(4), (w - T.int64(3)) // T.int64(2) + T.int64(1)))
#|         for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(9), w):
#|             with T.block("pad_temp"):
#|                 v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
#|                 T.reads(x[v_ax0, v_ax1, v_ax2 - T.int64(1), v_ax3])
#|                 T.writes(pad_temp[v_ax0, v_ax1, v_ax2, v_ax3])
#|                 pad_temp[v_ax0, v_ax1, v_ax2, v_ax3] = T.if_then_else(T.int64(1) <= v_ax2 and v_ax2 < T.int64(8), x[v_ax0, v_ax1, v_ax2 - T.int64(1), v_ax3], T.float32(0.0))
#|         for ax0, ax1, ax2, ax3, rv0, rv1 in T.grid(T.int64(1), T.int64(2), T.int64(4), (w - T.int64(3)) // T.int64(2) + T.int64(1), T.int64(3), T.int64(3)):
#|             with T.block("pool_sum"):
#|                 v_ax0, v_ax1, v_ax2, v_ax3, v_rv0, v_rv1 = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, rv0, rv1])
#|                 T.reads(pad_temp[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0, v_ax3 * T.int64(2) + v_rv1])
#|                 T.writes(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
#|                 with T.init():
#|                     pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(0.0)
#|                 pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] + pad_temp[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0, v_ax3 * T.int64(2) + v_rv1]
#|         for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(4), (w - T.int64(3)) // T.int64(2) + T.int64(1)):
#|             with T.block("pool_avg"):
#|                 v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
#|                 T.reads(pool_sum[v_ax0, v_ax1, v_ax2, v_ax3])
#|                 T.writes(pool_avg[v_ax0, v_ax1, v_ax2, v_ax3])
#|                 T.block_attr({"schedule_rule": "meta_schedule.pool_avg"})
#|                 pool_avg[v_ax0, v_ax1, v_ax2, v_ax3] = pool_sum[v_ax0, v_ax1, v_ax2, v_ax3] / T.Cast("float32", T.max((T.min(v_ax2 * T.int64(2) + T.int64(1), T.int64(6)) + T.int64(2) - T.max(T.int64(1) - v_ax2 * T.int64(2), T.int64(0)) - v_ax2 * T.int64(2)) * (T.min(v_ax3, T.int64(0)) * T.int64(2) + T.min(v_ax3 * T.int64(2) + T.int64(3), w) - v_ax3 * T.int64(2)), T.int64(1)))
#|
#|     @T.prim_func(private=True)
#|     def max_pool2d(var_x: T.handle, var_pool_max: T.handle):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         w = T.int64()
#|         x = T.match_buffer(var_x, (T.int64(1), T.int64(2), T.int64(7), w))
#|         pool_max = T.match_buffer(var_pool_max, (T.int64(1), T.int64(2), T.int64(4), w))
#|         # with T.block("root"):
#|         pad_temp = T.alloc_buffer((T.int64(1), T.int64(2), T.int64(9), w + T.int64(2)))
#|         for ax0, ax1, ax2, ax3 in T.grid(T.int64(1), T.int64(2), T.int64(9), w + T.int64(2)):
#|             with T.block("pad_temp"):
#|                 v_ax0, v_ax1, v_ax2, v_ax3 = T.axis.remap("SSSS", [ax0, ax1, ax2, ax3])
#|                 T.reads(x[v_ax0, v_ax1, v_ax2 - T.int64(1), v_ax3 - T.int64(1)])
#|                 T.writes(pad_temp[v_ax0, v_ax1, v_ax2, v_ax3])
#|                 pad_temp[v_ax0, v_ax1, v_ax2, v_ax3] = T.if_then_else(T.int64(1) <= v_ax2 and v_ax2 < T.int64(8) and T.int64(1) <= v_ax3 and v_ax3 <= w, x[v_ax0, v_ax1, v_ax2 - T.int64(1), v_ax3 - T.int64(1)], T.float32(-340282346638528859811704183484516925440.0))
#|         for ax0, ax1, ax2, ax3, rv0, rv1 in T.grid(T.int64(1), T.int64(2), T.int64(4), w, T.int64(3), T.int64(2)):
#|             with T.block("pool_max"):
#|                 v_ax0, v_ax1, v_ax2, v_ax3, v_rv0, v_rv1 = T.axis.remap("SSSSRR", [ax0, ax1, ax2, ax3, rv0, rv1])
#|                 T.reads(pad_temp[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0, v_rv1 * T.int64(2) + v_ax3])
#|                 T.writes(pool_max[v_ax0, v_ax1, v_ax2, v_ax3])
#|                 T.block_attr({"schedule_rule": "meta_schedule.pool_max"})
#|                 with T.init():
#|                     pool_max[v_ax0, v_ax1, v_ax2, v_ax3] = T.float32(-340282346638528859811704183484516925440.0)
#|                 pool_max[v_ax0, v_ax1, v_ax2, v_ax3] = T.max(pool_max[v_ax0, v_ax1, v_ax2, v_ax3], pad_temp[v_ax0, v_ax1, v_ax2 * T.int64(2) + v_rv0, v_rv1 * T.int64(2) + v_ax3])
#|
#|     @R.function
#|     def main(x: R.Tensor((1, 2, 7, "w"), dtype="float32"), y: R.Tensor((2, 9, 4), dtype="float32")) -> R.Tuple(R.Tensor((1, 2, 4, "w"), dtype="float32"), R.Tensor((1, 2, 4, "(w - 3) // 2 + 1"), dtype="float32"), R.Tensor((2, 4, 4), dtype="float32"), R.Tensor((2, 3, 4), dtype="float32"), R.Tensor((2, 2, 4), dtype="float32")):
#|         w = T.int64()
#|         cls = Module
#|         a = R.call_tir(cls.max_pool2d, (x,), out_sinfo=R.Tensor((1, 2, 4, w), dtype="float32"))
#|         b = R.call_tir(cls.avg_pool2d, (x,), out_sinfo=R.Tensor((1, 2, 4, (w - 3) // 2 + 1), dtype="float32"))
#|         c = R.call_tir(cls.avg_pool1d, (y,), out_sinfo=R.Tensor((2, 4, 4), dtype="float32"))
#|         d = R.call_tir(cls.adaptive_avg_pool1d, (y,), out_sinfo=R.Tensor((2, 3, 4), dtype="float32"))
#|         e: R.Tensor((2, 2, 4), dtype="float32") = R.nn.adaptive_avg_pool1d(y, output_size=[2], layout="NWC", out_layout="NWC")
#|         return (a, b, c, d, e)
