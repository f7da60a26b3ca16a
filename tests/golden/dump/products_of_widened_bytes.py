# test: run --dump=kernels --fill=rand
# Bytes that were widened are multiplied as bytes, also behind views; less a zero point as what holds the difference.
@R.function
def main(x: R.Tensor((20, 36), "uint8"), w: R.Tensor((24, 36), "int8"), z: R.Tensor((), "uint8")):
    a = R.astype(x, "int32")
    b = R.permute_dims(R.astype(w, "int32"))
    c = R.matmul(R.subtract(a, R.const(128, "int32")), b)
    d = R.matmul(R.subtract(a, R.astype(z, "int32")), b)
    return (c, d)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def astype_astype_subtract_astype(x: T.Buffer((T.int64(20), T.int64(36)), "uint8"), z: T.Buffer((), "uint8"), out: T.Buffer((T.int64(20), T.int64(36)), "int16")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(20), T.int64(36)):
#|             with T.block("astype"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1], z[()])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 out[v_ax0, v_ax1] = T.Cast("int16", T.Cast("int32", x[v_ax0, v_ax1]) - T.Cast("int32", z[()]))
#|
#|     @T.prim_func(private=True)
#|     def astype_subtract_astype(x: T.Buffer((T.int64(20), T.int64(36)), "uint8"), out: T.Buffer((T.int64(20), T.int64(36)), "int8")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(20), T.int64(36)):
#|             with T.block("astype"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 out[v_ax0, v_ax1] = T.Cast("int8", T.Cast("int32", x[v_ax0, v_ax1]) - 128)
#|
#|     @T.prim_func(private=True)
#|     def matmul(lhs: T.Buffer((T.int64(20), T.int64(36)), "int8"), w: T.Buffer((T.int64(24), T.int64(36)), "int8"), out: T.Buffer((T.int64(20), T.int64(24)), "int32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i, j, k in T.grid(T.int64(20), T.int64(24), T.int64(36)):
#|             with T.block("matmul"):
#|                 v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
#|                 T.reads(lhs[v_i, v_k], w[v_j, v_k])
#|                 T.writes(out[v_i, v_j])
#|                 with T.init():
#|                     out[v_i, v_j] = 0
#|                 out[v_i, v_j] = out[v_i, v_j] + T.Cast("int32", lhs[v_i, v_k]) * T.Cast("int32", w[v_j, v_k])
#|
#|     @T.prim_func(private=True)
#|     def matmul_1(lhs: T.Buffer((T.int64(20), T.int64(36)), "int16"), w: T.Buffer((T.int64(24), T.int64(36)), "int8"), out: T.Buffer((T.int64(20), T.int64(24)), "int32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i, j, k in T.grid(T.int64(20), T.int64(24), T.int64(36)):
#|             with T.block("matmul"):
#|                 v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
#|                 T.reads(lhs[v_i, v_k], w[v_j, v_k])
#|                 T.writes(out[v_i, v_j])
#|                 with T.init():
#|                     out[v_i, v_j] = 0
#|                 out[v_i, v_j] = out[v_i, v_j] + T.Cast("int32", lhs[v_i, v_k]) * T.Cast("int32", w[v_j, v_k])
#|
#|     @R.function
#|     def main(x: R.Tensor((20, 36), dtype="uint8"), w: R.Tensor((24, 36), dtype="int8"), z: R.Tensor((), dtype="uint8")) -> R.Tuple(R.Tensor((20, 24), dtype="int32"), R.Tensor((20, 24), dtype="int32")):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.astype_subtract_astype, (x,), out_sinfo=R.Tensor((20, 36), dtype="int8"))
#|             lv1 = R.call_tir(cls.matmul, (lv, w), out_sinfo=R.Tensor((20, 24), dtype="int32"))
#|             lv2 = R.call_tir(cls.astype_astype_subtract_astype, (x, z), out_sinfo=R.Tensor((20, 36), dtype="int16"))
#|             lv3 = R.call_tir(cls.matmul_1, (lv2, w), out_sinfo=R.Tensor((20, 24), dtype="int32"))
#|             gv: R.Tuple(R.Tensor((20, 24), dtype="int32"), R.Tensor((20, 24), dtype="int32")) = lv1, lv3
#|             R.output(gv)
#|         return gv
