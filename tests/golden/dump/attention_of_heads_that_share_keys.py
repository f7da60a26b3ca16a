# test: run --dump=kernels --fill=ones
# The kernel reads the keys and values once for both heads, not the copies that the script makes.
@R.function
def main(q: R.Tensor((1, 2, 1, 8), "float32"), k: R.Tensor((1, 1, 6, 8), "float32"), v: R.Tensor((1, 1, 6, 8), "float32")):
    with R.dataflow():
        copies = R.reshape(R.broadcast_to(R.expand_dims(k, 2), (1, 1, 2, 6, 8)), (1, 2, 6, 8))
        scores = R.divide(R.matmul(q, R.permute_dims(copies, [0, 1, 3, 2])), R.const(4.0, "float32"))
        out = R.matmul(R.nn.softmax(scores), R.repeat(v, 2, axis=1))
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def attention(q: T.Buffer((T.int64(1), T.int64(2), T.int64(1), T.int64(8)), "float32"), k: T.Buffer((T.int64(1), T.int64(1), T.int64(6), T.int64(8)), "float32"), v: T.Buffer((T.int64(1), T.int64(1), T.int64(6), T.int64(8)), "float32"), out: T.Buffer((T.int64(1), T.int64(2), T.int64(1), T.int64(8)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         score = T.alloc_buffer((T.int64(1), T.int64(2), T.int64(1), T.int64(6)))
#|         largest = T.alloc_buffer((T.int64(1), T.int64(2), T.int64(1)))
#|         weight = T.alloc_buffer((T.int64(1), T.int64(2), T.int64(1), T.int64(6)))
#|         total = T.alloc_buffer((T.int64(1), T.int64(2), T.int64(1)))
#|         product = T.alloc_buffer((T.int64(1), T.int64(2), T.int64(1), T.int64(8)))
#|         for b, h, i, j, d in T.grid(T.int64(1), T.int64(2), T.int64(1), T.int64(6), T.int64(8)):
#|             with T.block("score"):
#|                 v_b, v_h, v_i, v_j, v_d = T.axis.remap("SSSSR", [b, h, i, j, d])
#|                 T.reads(q[T.int64(0), v_h, T.int64(0), v_d], k[T.int64(0), T.int64(0), v_j, v_d])
#|                 T.writes(score[v_b, v_h, v_i, v_j])
#|                 with T.init():
#|                     score[v_b, v_h, v_i, v_j] = T.float32(0.0)
#|                 score[v_b, v_h, v_i, v_j] = score[v_b, v_h, v_i, v_j] + q[T.int64(0), v_h, T.int64(0), v_d] * k[T.int64(0), T.int64(0), v_j, v_d]
#|         for b, h, i, j in T.grid(T.int64(1), T.int64(2), T.int64(1), T.int64(6)):
#|             with T.block("largest"):
#|                 v_b, v_h, v_i, v_j = T.axis.remap("SSSR", [b, h, i, j])
#|                 T.reads(score[v_b, v_h, v_i, v_j])
#|                 T.writes(largest[v_b, v_h, v_i])
#|                 with T.init():
#|                     largest[v_b, v_h, v_i] = T.float32("-inf")
#|                 largest[v_b, v_h, v_i] = T.max(largest[v_b, v_h, v_i], score[v_b, v_h, v_i, v_j] * T.float32(0.25))
#|         for b, h, i, j in T.grid(T.int64(1), T.int64(2), T.int64(1), T.int64(6)):
#|             with T.block("weight"):
#|                 v_b, v_h, v_i, v_j = T.axis.remap("SSSS", [b, h, i, j])
#|                 T.reads(score[v_b, v_h, v_i, v_j], largest[v_b, v_h, v_i])
#|                 T.writes(weight[v_b, v_h, v_i, v_j])
#|                 weight[v_b, v_h, v_i, v_j] = T.exp(score[v_b, v_h, v_i, v_j] * T.float32(0.25) - largest[v_b, v_h, v_i])
#|         for b, h, i, j in T.grid(T.int64(1), T.int64(2), T.int64(1), T.int64(6)):
#|             with T.block("total"):
#|                 v_b, v_h, v_i, v_j = T.axis.remap("SSSR", [b, h, i, j])
#|                 T.reads(weight[v_b, v_h, v_i, v_j])
#|                 T.writes(total[v_b, v_h, v_i])
#|                 with T.init():
#|                     total[v_b, v_h, v_i] = T.float32(0.0)
#|                 total[v_b, v_h, v_i] = total[v_b, v_h, v_i] + weight[v_b, v_h, v_i, v_j]
#|         for b, h, i, e, j in T.grid(T.int64(1), T.int64(2), T.int64(1), T.int64(8), T.int64(6)):
#|             with T.block("product"):
#|                 v_b, v_h, v_i, v_e, v_j = T.axis.remap("SSSSR", [b, h, i, e, j])
#|                 T.reads(weight[v_b, v_h, v_i, v_j], v[T.int64(0), T.int64(0), v_j, v_e])
#|                 T.writes(product[v_b, v_h, v_i, v_e])
#|                 with T.init():
#|                     product[v_b, v_h, v_i, v_e] = T.float32(0.0)
#|                 product[v_b, v_h, v_i, v_e] = product[v_b, v_h, v_i, v_e] + weight[v_b, v_h, v_i, v_j] * v[T.int64(0), T.int64(0), v_j, v_e]
#|         for b, h, i, e in T.grid(T.int64(1), T.int64(2), T.int64(1), T.int64(8)):
#|             with T.block("attention"):
#|                 v_b, v_h, v_i, v_e = T.axis.remap("SSSS", [b, h, i, e])
#|                 T.reads(product[v_b, v_h, v_i, v_e], total[v_b, v_h, v_i])
#|                 T.writes(out[T.int64(0), v_h, T.int64(0), v_e])
#|                 out[T.int64(0), v_h, T.int64(0), v_e] = product[v_b, v_h, v_i, v_e] / total[v_b, v_h, v_i]
#|
#|     @R.function
#|     def main(q: R.Tensor((1, 2, 1, 8), dtype="float32"), k: R.Tensor((1, 1, 6, 8), dtype="float32"), v: R.Tensor((1, 1, 6, 8), dtype="float32")) -> R.Tensor((1, 2, 1, 8), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             gv = R.call_tir(cls.attention, (q, k, v), out_sinfo=R.Tensor((1, 2, 1, 8), dtype="float32"))
#|             R.output(gv)
#|         return gv
