# test: run --dump=kernels --fill=ones
@R.function
def main(x: R.Tensor((2, 3), "float32"), m: R.Tensor((2, 3), "bool")):
    with R.dataflow():
        a = R.logical_and(m, R.greater(x, R.const(0.5, "float32")))
        b = R.where(a, x, R.const(-1.0, "float32"))
        c = R.astype(a, "int32")
        d = R.isinf(x)
        e = R.isfinite(R.astype(x, "float16"))
        f = R.isnan(R.astype(x, "float16"))
        out = (a, b, c, d, e, f)
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def astype(x: T.Buffer((T.int64(2), T.int64(3)), "bool"), out: T.Buffer((T.int64(2), T.int64(3)), "int32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
#|             with T.block("astype"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 out[v_ax0, v_ax1] = T.Cast("int32", x[v_ax0, v_ax1])
#|
#|     @T.prim_func(private=True)
#|     def astype_isfinite(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), out: T.Buffer((T.int64(2), T.int64(3)), "bool")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
#|             with T.block("isfinite"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 out[v_ax0, v_ax1] = T.fabs(T.Cast("float16", x[v_ax0, v_ax1])) < T.float16("inf")
#|
#|     @T.prim_func(private=True)
#|     def astype_isnan(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), out: T.Buffer((T.int64(2), T.int64(3)), "bool")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
#|             with T.block("isnan"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 out[v_ax0, v_ax1] = T.isnan(T.Cast("float32", T.Cast("float16", x[v_ax0, v_ax1])))
#|
#|     @T.prim_func(private=True)
#|     def greater_logical_and(m: T.Buffer((T.int64(2), T.int64(3)), "bool"), x: T.Buffer((T.int64(2), T.int64(3)), "float32"), out: T.Buffer((T.int64(2), T.int64(3)), "bool")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
#|             with T.block("logical_and"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(m[v_ax0, v_ax1], x[v_ax0, v_ax1])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 out[v_ax0, v_ax1] = m[v_ax0, v_ax1] and x[v_ax0, v_ax1] > T.float32(0.5)
#|
#|     @T.prim_func(private=True)
#|     def isinf(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), out: T.Buffer((T.int64(2), T.int64(3)), "bool")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
#|             with T.block("isinf"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 out[v_ax0, v_ax1] = T.fabs(x[v_ax0, v_ax1]) == T.float32("inf")
#|
#|     @T.prim_func(private=True)
#|     def where(x: T.Buffer((T.int64(2), T.int64(3)), "bool"), x_1: T.Buffer((T.int64(2), T.int64(3)), "float32"), out: T.Buffer((T.int64(2), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
#|             with T.block("where"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1], x_1[v_ax0, v_ax1])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 out[v_ax0, v_ax1] = T.Select(x[v_ax0, v_ax1], x_1[v_ax0, v_ax1], T.float32(-1.0))
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 3), dtype="float32"), m: R.Tensor((2, 3), dtype="bool")) -> R.Tuple(R.Tensor((2, 3), dtype="bool"), R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="int32"), R.Tensor((2, 3), dtype="bool"), R.Tensor((2, 3), dtype="bool"), R.Tensor((2, 3), dtype="bool")):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.greater_logical_and, (m, x), out_sinfo=R.Tensor((2, 3), dtype="bool"))
#|             lv1 = R.call_tir(cls.where, (lv, x), out_sinfo=R.Tensor((2, 3), dtype="float32"))
#|             lv2 = R.call_tir(cls.astype, (lv,), out_sinfo=R.Tensor((2, 3), dtype="int32"))
#|             lv3 = R.call_tir(cls.isinf, (x,), out_sinfo=R.Tensor((2, 3), dtype="bool"))
#|             lv4 = R.call_tir(cls.astype_isfinite, (x,), out_sinfo=R.Tensor((2, 3), dtype="bool"))
#|             lv5 = R.call_tir(cls.astype_isnan, (x,), out_sinfo=R.Tensor((2, 3), dtype="bool"))
#|             gv: R.Tuple(R.Tensor((2, 3), dtype="bool"), R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="int32"), R.Tensor((2, 3), dtype="bool"), R.Tensor((2, 3), dtype="bool"), R.Tensor((2, 3), dtype="bool")) = lv, lv1, lv2, lv3, lv4, lv5
#|             R.output(gv)
#|         return gv
