# test: run --dump=kernels --fill=ones
# A window of 7 x 7 goes axis by axis, the one with the longer stride first; windows that lie side by side do not.
@R.function
def main(x: R.Tensor((1, 1, 24, 24), "float32")) -> R.Tuple(R.Tensor((1, 1, 9, 18), "float32"), R.Tensor((1, 1, 6, 6), "float32")):
    a = R.nn.max_pool2d(x, [7, 7], [2, 1])
    b = R.nn.max_pool2d(x, [4, 4], [4, 4])
    return (a, b)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def max_pool2d(x: T.Buffer((T.int64(1), T.int64(1), T.int64(24), T.int64(24)), "float32"), out: T.Buffer((T.int64(1), T.int64(1), T.int64(9), T.int64(24)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(9), T.int64(24)):
#|             with T.block("max_pool2d"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[T.int64(0), T.int64(0), v_ax0 * T.int64(2):v_ax0 * T.int64(2) + T.int64(7), v_ax1])
#|                 T.writes(out[T.int64(0), T.int64(0), v_ax0, v_ax1])
#|                 t: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(2) + T.int64(1), v_ax1]
#|                 t_1: T.float32 = T.Select(x[T.int64(0), T.int64(0), v_ax0 * T.int64(2), v_ax1] > t or T.isnan(x[T.int64(0), T.int64(0), v_ax0 * T.int64(2), v_ax1]), x[T.int64(0), T.int64(0), v_ax0 * T.int64(2), v_ax1], t)
#|                 t_2: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(2) + T.int64(2), v_ax1]
#|                 t_3: T.float32 = T.Select(t_1 > t_2 or T.isnan(t_1), t_1, t_2)
#|                 t_4: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(2) + T.int64(3), v_ax1]
#|                 t_5: T.float32 = T.Select(t_3 > t_4 or T.isnan(t_3), t_3, t_4)
#|                 t_6: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(2) + T.int64(4), v_ax1]
#|                 t_7: T.float32 = T.Select(t_5 > t_6 or T.isnan(t_5), t_5, t_6)
#|                 t_8: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(2) + T.int64(5), v_ax1]
#|                 t_9: T.float32 = T.Select(t_7 > t_8 or T.isnan(t_7), t_7, t_8)
#|                 t_10: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(2) + T.int64(6), v_ax1]
#|                 out[T.int64(0), T.int64(0), v_ax0, v_ax1] = T.Select(t_9 > t_10 or T.isnan(t_9), t_9, t_10)
#|
#|     @T.prim_func(private=True)
#|     def max_pool2d_1(x: T.Buffer((T.int64(1), T.int64(1), T.int64(9), T.int64(24)), "float32"), out: T.Buffer((T.int64(1), T.int64(1), T.int64(9), T.int64(18)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(9), T.int64(18)):
#|             with T.block("max_pool2d"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[T.int64(0), T.int64(0), v_ax0, v_ax1:v_ax1 + T.int64(7)])
#|                 T.writes(out[T.int64(0), T.int64(0), v_ax0, v_ax1])
#|                 t: T.float32 = T.Select(x[T.int64(0), T.int64(0), v_ax0, v_ax1] > x[T.int64(0), T.int64(0), v_ax0, v_ax1 + T.int64(1)] or T.isnan(x[T.int64(0), T.int64(0), v_ax0, v_ax1]), x[T.int64(0), T.int64(0), v_ax0, v_ax1], x[T.int64(0), T.int64(0), v_ax0, v_ax1 + T.int64(1)])
#|                 t_1: T.float32 = T.Select(t > x[T.int64(0), T.int64(0), v_ax0, v_ax1 + T.int64(2)] or T.isnan(t), t, x[T.int64(0), T.int64(0), v_ax0, v_ax1 + T.int64(2)])
#|                 t_2: T.float32 = T.Select(t_1 > x[T.int64(0), T.int64(0), v_ax0, v_ax1 + T.int64(3)] or T.isnan(t_1), t_1, x[T.int64(0), T.int64(0), v_ax0, v_ax1 + T.int64(3)])
#|                 t_3: T.float32 = T.Select(t_2 > x[T.int64(0), T.int64(0), v_ax0, v_ax1 + T.int64(4)] or T.isnan(t_2), t_2, x[T.int64(0), T.int64(0), v_ax0, v_ax1 + T.int64(4)])
#|                 t_4: T.float32 = T.Select(t_3 > x[T.int64(0), T.int64(0), v_ax0, v_ax1 + T.int64(5)] or T.isnan(t_3), t_3, x[T.int64(0), T.int64(0), v_ax0, v_ax1 + T.int64(5)])
#|                 out[T.int64(0), T.int64(0), v_ax0, v_ax1] = T.Select(t_4 > x[T.int64(0), T.int64(0), v_ax0, v_ax1 + T.int64(6)] or T.isnan(t_4), t_4, x[T.int64(0), T.int64(0), v_ax0, v_ax1 + T.int64(6)])
#|
#|     @T.prim_func(private=True)
#|     def max_pool2d_2(x: T.Buffer((T.int64(1), T.int64(1), T.int64(24), T.int64(24)), "float32"), out: T.Buffer((T.int64(1), T.int64(1), T.int64(6), T.int64(6)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(6), T.int64(6)):
#|             with T.block("max_pool2d"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[T.int64(0), T.int64(0), v_ax0 * T.int64(4):v_ax0 * T.int64(4) + T.int64(4), v_ax1 * T.int64(4):v_ax1 * T.int64(4) + T.int64(4)])
#|                 T.writes(out[T.int64(0), T.int64(0), v_ax0, v_ax1])
#|                 t: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(4), v_ax1 * T.int64(4)]
#|                 t_1: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(4), v_ax1 * T.int64(4) + T.int64(1)]
#|                 t_2: T.float32 = T.Select(t > t_1 or T.isnan(t), t, t_1)
#|                 t_3: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(4), v_ax1 * T.int64(4) + T.int64(2)]
#|                 t_4: T.float32 = T.Select(t_2 > t_3 or T.isnan(t_2), t_2, t_3)
#|                 t_5: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(4), v_ax1 * T.int64(4) + T.int64(3)]
#|                 t_6: T.float32 = T.Select(t_4 > t_5 or T.isnan(t_4), t_4, t_5)
#|                 t_7: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(4) + T.int64(1), v_ax1 * T.int64(4)]
#|                 t_8: T.float32 = T.Select(t_6 > t_7 or T.isnan(t_6), t_6, t_7)
#|                 t_9: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(4) + T.int64(1), v_ax1 * T.int64(4) + T.int64(1)]
#|                 t_10: T.float32 = T.Select(t_8 > t_9 or T.isnan(t_8), t_8, t_9)
#|                 t_11: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(4) + T.int64(1), v_ax1 * T.int64(4) + T.int64(2)]
#|                 t_12: T.float32 = T.Select(t_10 > t_11 or T.isnan(t_10), t_10, t_11)
#|                 t_13: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(4) + T.int64(1), v_ax1 * T.int64(4) + T.int64(3)]
#|                 t_14: T.float32 = T.Select(t_12 > t_13 or T.isnan(t_12), t_12, t_13)
#|                 t_15: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(4) + T.int64(2), v_ax1 * T.int64(4)]
#|                 t_16: T.float32 = T.Select(t_14 > t_15 or T.isnan(t_14), t_14, t_15)
#|                 t_17: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(4) + T.int64(2), v_ax1 * T.int64(4) + T.int64(1)]
#|                 t_18: T.float32 = T.Select(t_16 > t_17 or T.isnan(t_16), t_16, t_17)
#|                 t_19: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(4) + T.int64(2), v_ax1 * T.int64(4) + T.int64(2)]
#|                 t_20: T.float32 = T.Select(t_18 > t_19 or T.isnan(t_18), t_18, t_19)
#|                 t_21: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(4) + T.int64(2), v_ax1 * T.int64(4) + T.int64(3)]
#|                 t_22: T.float32 = T.Select(t_20 > t_21 or T.isnan(t_20), t_20, t_21)
#|                 t_23: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(4) + T.int64(3), v_ax1 * T.int64(4)]
#|                 t_24: T.float32 = T.Select(t_22 > t_23 or T.isnan(t_22), t_22, t_23)
#|                 t_25: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(4) + T.int64(3), v_ax1 * T.int64(4) + T.int64(1)]
#|                 t_26: T.float32 = T.Select(t_24 > t_25 or T.isnan(t_24), t_24, t_25)
#|                 t_27: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(4) + T.int64(3), v_ax1 * T.int64(4) + T.int64(2)]
#|                 t_28: T.float32 = T.Select(t_26 > t_27 or T.isnan(t_26), t_26, t_27)
#|                 t_29: T.float32 = x[T.int64(0), T.int64(0), v_ax0 * T.int64(4) + T.int64(3), v_ax1 * T.int64(4) + T.int64(3)]
#|                 out[T.int64(0), T.int64(0), v_ax0, v_ax1] = T.Select(t_28 > t_29 or T.isnan(t_28), t_28, t_29)
#|
#|     @R.function
#|     def main(x: R.Tensor((1, 1, 24, 24), dtype="float32")) -> R.Tuple(R.Tensor((1, 1, 9, 18), dtype="float32"), R.Tensor((1, 1, 6, 6), dtype="float32")):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.max_pool2d, (x,), out_sinfo=R.Tensor((1, 1, 9, 24), dtype="float32"))
#|             lv1 = R.call_tir(cls.max_pool2d_1, (lv,), out_sinfo=R.Tensor((1, 1, 9, 18), dtype="float32"))
#|             lv2 = R.call_tir(cls.max_pool2d_2, (x,), out_sinfo=R.Tensor((1, 1, 6, 6), dtype="float32"))
#|             gv: R.Tuple(R.Tensor((1, 1, 9, 18), dtype="float32"), R.Tensor((1, 1, 6, 6), dtype="float32")) = lv1, lv2
#|             R.output(gv)
#|         return gv
