# test: run --dump=kernels --input=x=zeros --input=n=full(2)
# Lengths are looked at once, before they are used.
@R.function
def main(x: R.Tensor((2, 3), "float32"), n: R.Tensor((2,), "int64")):
    y = R.reverse_sequence(x, n, seq_axis=1, batch_axis=0)
    return y

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def check_reverse_sequence(n: T.Buffer((T.int64(2),), "int64"), checked: T.Buffer((T.int64(2),), "int64")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(2)):
#|             with T.block("check"):
#|                 v_ax0 = T.axis.spatial(T.int64(2), ax0)
#|                 T.reads(n[v_ax0])
#|                 T.writes(checked[v_ax0])
#|                 assert T.int64(0) <= n[v_ax0] and n[v_ax0] < T.int64(4), "R.reverse_sequence: a length is outside axis 1: [0, 4)"
#|                 checked[v_ax0] = n[v_ax0]
#|
#|     @T.prim_func(private=True)
#|     def reverse_sequence(data: T.Buffer((T.int64(2), T.int64(3)), "float32"), seq_lengths: T.Buffer((T.int64(2),), "int64"), reverse_sequence: T.Buffer((T.int64(2), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
#|             with T.block("reverse_sequence"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(data[v_ax0, T.min(v_ax1, seq_lengths[v_ax0] - v_ax1 - T.int64(1)):T.min(v_ax1, seq_lengths[v_ax0] - v_ax1 - T.int64(1)) + (T.max(v_ax1 + T.int64(1), seq_lengths[v_ax0] - v_ax1) - T.min(v_ax1, seq_lengths[v_ax0] - v_ax1 - T.int64(1)))], seq_lengths[v_ax0])
#|                 T.writes(reverse_sequence[v_ax0, v_ax1])
#|                 reverse_sequence[v_ax0, v_ax1] = data[v_ax0, T.Select(v_ax1 < seq_lengths[v_ax0], seq_lengths[v_ax0] - v_ax1 - T.int64(1), v_ax1)]
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 3), dtype="float32"), n: R.Tensor((2,), dtype="int64")) -> R.Tensor((2, 3), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.check_reverse_sequence, (n,), out_sinfo=R.Tensor((2,), dtype="int64"))
#|             gv = R.call_tir(cls.reverse_sequence, (x, lv), out_sinfo=R.Tensor((2, 3), dtype="float32"))
#|             R.output(gv)
#|         return gv
