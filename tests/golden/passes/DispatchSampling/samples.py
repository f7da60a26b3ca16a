# test: opt --passes=DispatchSampling --check-each=4
# The kernel is one where dtypes are the same.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(p: R.Tensor((3, 5), "float32"), u: R.Tensor((6, 1), "float32"), i: R.Tensor((6, 1), "int64"), q: R.Tensor((2, 4), "float32")):
    with R.dataflow():
        a = R.multinomial_from_uniform(p, u, i)
        b = R.multinomial_from_uniform(q, u, i)
        c = R.multinomial_from_uniform(p, u, i, dtype="int32")
        R.output(a, b, c)
    return (a, b, c)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def get_sample_index(A: T.handle, B: T.handle, C: T.handle, D: T.handle):
#|         batch, vocab_size = T.int64(), T.int64()
#|         prob = T.match_buffer(A, (batch, vocab_size))
#|         out_batch = T.int64()
#|         usample = T.match_buffer(B, (out_batch, 1))
#|         sample_indices = T.match_buffer(C, (out_batch, 1), "int64")
#|         output_index = T.match_buffer(D, (out_batch, 1), "int64")
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(out_batch, vocab_size):
#|             with T.block("T_get_sample_index"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(usample[v_ax0, T.int64(0)], prob[sample_indices[v_ax0, T.int64(0)], v_ax1 - T.int64(1):v_ax1 - T.int64(1) + T.int64(2)], sample_indices[v_ax0, T.int64(0)])
#|                 T.writes(output_index[v_ax0, 0])
#|                 if usample[v_ax0, T.int64(0)] < prob[sample_indices[v_ax0, T.int64(0)], v_ax1] or v_ax1 + T.int64(1) == vocab_size:
#|                     if v_ax1 == T.int64(0):
#|                         output_index[v_ax0, 0] = T.int64(0)
#|                     else:
#|                         if usample[v_ax0, T.int64(0)] >= prob[sample_indices[v_ax0, T.int64(0)], v_ax1 - T.int64(1)]:
#|                             output_index[v_ax0, 0] = v_ax1
#|
#|     @T.prim_func(private=True)
#|     def get_sample_index1(A: T.handle, B: T.handle, C: T.handle, D: T.handle):
#|         batch, vocab_size = T.int64(), T.int64()
#|         prob = T.match_buffer(A, (batch, vocab_size))
#|         out_batch = T.int64()
#|         usample = T.match_buffer(B, (out_batch, 1))
#|         sample_indices = T.match_buffer(C, (out_batch, 1), "int64")
#|         output_index = T.match_buffer(D, (out_batch, 1), "int32")
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(out_batch, vocab_size):
#|             with T.block("T_get_sample_index"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(usample[v_ax0, T.int64(0)], prob[sample_indices[v_ax0, T.int64(0)], v_ax1 - T.int64(1):v_ax1 - T.int64(1) + T.int64(2)], sample_indices[v_ax0, T.int64(0)])
#|                 T.writes(output_index[v_ax0, 0])
#|                 if usample[v_ax0, T.int64(0)] < prob[sample_indices[v_ax0, T.int64(0)], v_ax1] or v_ax1 + T.int64(1) == vocab_size:
#|                     if v_ax1 == T.int64(0):
#|                         output_index[v_ax0, 0] = 0
#|                     else:
#|                         if usample[v_ax0, T.int64(0)] >= prob[sample_indices[v_ax0, T.int64(0)], v_ax1 - T.int64(1)]:
#|                             output_index[v_ax0, 0] = T.Cast("int32", v_ax1)
#|
#|     @R.function
#|     def main(p: R.Tensor((3, 5), dtype="float32"), u: R.Tensor((6, 1), dtype="float32"), i: R.Tensor((6, 1), dtype="int64"), q: R.Tensor((2, 4), dtype="float32")) -> R.Tuple(R.Tensor((6, 1), dtype="int64"), R.Tensor((6, 1), dtype="int64"), R.Tensor((6, 1), dtype="int32")):
#|         cls = Module
#|         with R.dataflow():
#|             lv: R.Tensor((3, 5), dtype="float32") = R.cumsum(p, axis=1, dtype="float32", exclusive=False)
#|             a = R.call_tir(cls.get_sample_index, (lv, u, i), out_sinfo=R.Tensor((6, 1), dtype="int64"))
#|             lv1: R.Tensor((2, 4), dtype="float32") = R.cumsum(q, axis=1, dtype="float32", exclusive=False)
#|             b = R.call_tir(cls.get_sample_index, (lv1, u, i), out_sinfo=R.Tensor((6, 1), dtype="int64"))
#|             lv2: R.Tensor((3, 5), dtype="float32") = R.cumsum(p, axis=1, dtype="float32", exclusive=False)
#|             c = R.call_tir(cls.get_sample_index1, (lv2, u, i), out_sinfo=R.Tensor((6, 1), dtype="int32"))
#|             R.output(a, b, c)
#|         return (a, b, c)
#| 1 pass checked by running: 4 runs agree
