# test: run --dump=kernels --fill=ones
# A kernel that leaves a part of its output open goes on with memory that nobody has written.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def positive(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        for i in range(4):
            if x[i] > T.float32(0):
                y[i] = x[i]

    @T.prim_func(private=True)
    def every_second(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "int32")):
        for i in T.parallel(2):
            y[i * 2] = T.Cast("int32", x[i * 2])

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        a = R.call_tir(Module.positive, (x,), out_sinfo=R.Tensor((4,), "float32"))
        b = R.call_tir(Module.every_second, (x,), out_sinfo=R.Tensor((4,), "int32"))
        return (a, b)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def copy(x: T.Buffer((T.int64(4),), "float32"), x_1: T.Buffer((T.int64(4),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(4)):
#|             with T.block("copy"):
#|                 v_ax0 = T.axis.spatial(T.int64(4), ax0)
#|                 T.reads(x[v_ax0])
#|                 T.writes(x_1[v_ax0])
#|                 x_1[v_ax0] = x[v_ax0]
#|
#|     @T.prim_func(private=True)
#|     def every_second(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "int32")):
#|         for i in T.parallel(2):
#|             y[i * 2] = T.Cast("int32", x[i * 2])
#|
#|     @T.prim_func(private=True)
#|     def positive(x: T.Buffer((T.int64(4),), "float32"), x_1: T.Buffer((T.int64(4),), "float32"), out: T.Buffer((T.int64(4),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(4)):
#|             with T.block("positive"):
#|                 v_ax0 = T.axis.spatial(T.int64(4), ax0)
#|                 T.reads(x[v_ax0], x_1[v_ax0])
#|                 T.writes(out[v_ax0])
#|                 out[v_ax0] = T.Select(x[v_ax0] > T.float32(0.0), x[v_ax0], x_1[v_ax0])
#|
#|     @T.prim_func(private=True)
#|     def unwritten(out: T.Buffer((T.int64(4),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         T.evaluate(0)
#|
#|     @T.prim_func(private=True)
#|     def unwritten_1(out: T.Buffer((T.int64(4),), "int32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         T.evaluate(0)
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="int32")):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.unwritten, R.tuple(), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             lv1 = R.call_tir(cls.positive, (x, lv), out_sinfo=R.Tensor((4,), dtype="float32"))
#|             lv2: R.Tensor((4,), dtype="float32") = R.call_tir_inplace(cls.copy, (lv1, lv), out_sinfo=R.Tensor((4,), dtype="float32"), inplace_indices=[1])
#|             lv3 = R.call_tir(cls.unwritten_1, R.tuple(), out_sinfo=R.Tensor((4,), dtype="int32"))
#|             lv4: R.Tensor((4,), dtype="int32") = R.call_tir_inplace(cls.every_second, (x, lv3), out_sinfo=R.Tensor((4,), dtype="int32"), inplace_indices=[1])
#|             gv: R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="int32")) = lv2, lv4
#|             R.output(gv)
#|         return gv
