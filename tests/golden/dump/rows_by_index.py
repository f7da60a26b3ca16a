# test: run --dump=kernels --fill=ones --input=ids=full(3)
# Indices are looked at once, before they are used.
@R.function
def main(table: R.Tensor((5, 3), "float32"), ids: R.Tensor((2, 4), "int64")):
    with R.dataflow():
        rows = R.take(table, ids, axis=0)
        out = R.multiply(rows, R.const(2.0, "float32"))
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def check_take(ids: T.Buffer((T.int64(2), T.int64(4)), "int64"), checked: T.Buffer((T.int64(2), T.int64(4)), "int64")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(4)):
#|             with T.block("check"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(ids[v_ax0, v_ax1])
#|                 T.writes(checked[v_ax0, v_ax1])
#|                 assert T.int64(0) <= ids[v_ax0, v_ax1] and ids[v_ax0, v_ax1] < T.int64(5), "R.take: an index is outside axis 0: [0, 5)"
#|                 checked[v_ax0, v_ax1] = ids[v_ax0, v_ax1]
#|
#|     @T.prim_func(private=True)
#|     def take_multiply(ids: T.Buffer((T.int64(2), T.int64(4)), "int64"), table: T.Buffer((T.int64(5), T.int64(3)), "float32"), out: T.Buffer((T.int64(2), T.int64(4), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1, ax2 in T.grid(T.int64(2), T.int64(4), T.int64(3)):
#|             with T.block("multiply"):
#|                 v_ax0, v_ax1, v_ax2 = T.axis.remap("SSS", [ax0, ax1, ax2])
#|                 T.reads(table[ids[v_ax0, v_ax1], v_ax2], ids[v_ax0, v_ax1])
#|                 T.writes(out[v_ax0, v_ax1, v_ax2])
#|                 out[v_ax0, v_ax1, v_ax2] = table[ids[v_ax0, v_ax1], v_ax2] * T.float32(2.0)
#|
#|     @R.function
#|     def main(table: R.Tensor((5, 3), dtype="float32"), ids: R.Tensor((2, 4), dtype="int64")) -> R.Tensor((2, 4, 3), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.check_take, (ids,), out_sinfo=R.Tensor((2, 4), dtype="int64"))
#|             gv = R.call_tir(cls.take_multiply, (lv, table), out_sinfo=R.Tensor((2, 4, 3), dtype="float32"))
#|             R.output(gv)
#|         return gv
