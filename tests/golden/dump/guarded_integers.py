# test: run --dump=kernels --fill=ones
# A division by 0 gives 0 here, a shift by too much nothing; TIR has neither.
@R.function
def main(x: R.Tensor((4,), "int32"), y: R.Tensor((4,), "int32")):
    with R.dataflow():
        a = R.floor_divide(x, y)
        b = R.left_shift(x, y)
        c = R.right_shift(x, y)
        d = R.divide(x, R.const(4, "int32"))
        e = R.abs(x)
        out = (a, b, c, d, e)
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def abs(x: T.Buffer((T.int64(4),), "int32"), out: T.Buffer((T.int64(4),), "int32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(4)):
#|             with T.block("abs"):
#|                 v_ax0 = T.axis.spatial(T.int64(4), ax0)
#|                 T.reads(x[v_ax0])
#|                 T.writes(out[v_ax0])
#|                 out[v_ax0] = T.Select(x[v_ax0] >= 0, x[v_ax0], 0 - x[v_ax0])
#|
#|     @T.prim_func(private=True)
#|     def divide(x: T.Buffer((T.int64(4),), "int32"), out: T.Buffer((T.int64(4),), "int32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(4)):
#|             with T.block("divide"):
#|                 v_ax0 = T.axis.spatial(T.int64(4), ax0)
#|                 T.reads(x[v_ax0])
#|                 T.writes(out[v_ax0])
#|                 out[v_ax0] = T.Div(x[v_ax0], 4)
#|
#|     @T.prim_func(private=True)
#|     def floor_divide(x: T.Buffer((T.int64(4),), "int32"), y: T.Buffer((T.int64(4),), "int32"), out: T.Buffer((T.int64(4),), "int32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(4)):
#|             with T.block("floor_divide"):
#|                 v_ax0 = T.axis.spatial(T.int64(4), ax0)
#|                 T.reads(y[v_ax0], x[v_ax0])
#|                 T.writes(out[v_ax0])
#|                 out[v_ax0] = T.if_then_else(y[v_ax0] == 0, 0, x[v_ax0] // y[v_ax0])
#|
#|     @T.prim_func(private=True)
#|     def left_shift(x: T.Buffer((T.int64(4),), "int32"), y: T.Buffer((T.int64(4),), "int32"), out: T.Buffer((T.int64(4),), "int32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(4)):
#|             with T.block("left_shift"):
#|                 v_ax0 = T.axis.spatial(T.int64(4), ax0)
#|                 T.reads(y[v_ax0], x[v_ax0])
#|                 T.writes(out[v_ax0])
#|                 out[v_ax0] = T.if_then_else(0 <= y[v_ax0] and y[v_ax0] < 32, T.shift_left(x[v_ax0], y[v_ax0]), 0)
#|
#|     @T.prim_func(private=True)
#|     def right_shift(x: T.Buffer((T.int64(4),), "int32"), y: T.Buffer((T.int64(4),), "int32"), out: T.Buffer((T.int64(4),), "int32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(4)):
#|             with T.block("right_shift"):
#|                 v_ax0 = T.axis.spatial(T.int64(4), ax0)
#|                 T.reads(y[v_ax0], x[v_ax0])
#|                 T.writes(out[v_ax0])
#|                 out[v_ax0] = T.if_then_else(0 <= y[v_ax0] and y[v_ax0] < 32, T.shift_right(x[v_ax0], y[v_ax0]), T.shift_right(x[v_ax0], 31))
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="int32"), y: R.Tensor((4,), dtype="int32")) -> R.Tuple(R.Tensor((4,), dtype="int32"), R.Tensor((4,), dtype="int32"), R.Tensor((4,), dtype="int32"), R.Tensor((4,), dtype="int32"), R.Tensor((4,), dtype="int32")):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.floor_divide, (x, y), out_sinfo=R.Tensor((4,), dtype="int32"))
#|             lv1 = R.call_tir(cls.left_shift, (x, y), out_sinfo=R.Tensor((4,), dtype="int32"))
#|             lv2 = R.call_tir(cls.right_shift, (x, y), out_sinfo=R.Tensor((4,), dtype="int32"))
#|             lv3 = R.call_tir(cls.divide, (x,), out_sinfo=R.Tensor((4,), dtype="int32"))
#|             lv4 = R.call_tir(cls.abs, (x,), out_sinfo=R.Tensor((4,), dtype="int32"))
#|             gv: R.Tuple(R.Tensor((4,), dtype="int32"), R.Tensor((4,), dtype="int32"), R.Tensor((4,), dtype="int32"), R.Tensor((4,), dtype="int32"), R.Tensor((4,), dtype="int32")) = lv, lv1, lv2, lv3, lv4
#|             R.output(gv)
#|         return gv
