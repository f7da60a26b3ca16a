# test: run --dump=kernels --fill=rand --input=s=iota --input=t=iota
@R.function
def main(q: R.Tensor((1, 6, 1, 4), "float32"), k: R.Tensor((1, 9, 1, 4), "float32"), s: R.Tensor((3,), "int32"), t: R.Tensor((3,), "int32"), m: R.Tensor((), "int32")):
    return R.nn.attention_var_len(q, k, k, s, t, m, m, causal_mask="BottomRight", window_size=3)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def attention_var_len(q: T.Buffer((T.int64(1), T.int64(6), T.int64(1), T.int64(4)), "float32"), k: T.Buffer((T.int64(1), T.int64(9), T.int64(1), T.int64(4)), "float32"), s: T.Buffer((T.int64(3),), "int32"), t: T.Buffer((T.int64(3),), "int32"), out: T.Buffer((T.int64(1), T.int64(6), T.int64(1), T.int64(4)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         score = T.alloc_buffer((T.int64(1), T.int64(1), T.int64(6), T.int64(9)))
#|         largest = T.alloc_buffer((T.int64(1), T.int64(1), T.int64(6)))
#|         weight = T.alloc_buffer((T.int64(1), T.int64(1), T.int64(6), T.int64(9)))
#|         total = T.alloc_buffer((T.int64(1), T.int64(1), T.int64(6)))
#|         product = T.alloc_buffer((T.int64(1), T.int64(1), T.int64(6), T.int64(4)))
#|         first = T.alloc_buffer((T.int64(6),), "int64")
#|         end = T.alloc_buffer((T.int64(6),), "int64")
#|         for b, h, i, j, d in T.grid(T.int64(1), T.int64(1), T.int64(6), T.int64(9), T.int64(4)):
#|             with T.block("score"):
#|                 v_b, v_h, v_i, v_j, v_d = T.axis.remap("SSSSR", [b, h, i, j, d])
#|                 T.reads(q[T.int64(0), v_i, T.int64(0), v_d], k[T.int64(0), v_j, T.int64(0), v_d])
#|                 T.writes(score[v_b, v_h, v_i, v_j])
#|                 with T.init():
#|                     score[v_b, v_h, v_i, v_j] = T.float32(0.0)
#|                 score[v_b, v_h, v_i, v_j] = score[v_b, v_h, v_i, v_j] + q[T.int64(0), v_i, T.int64(0), v_d] * k[T.int64(0), v_j, T.int64(0), v_d]
#|         for i, s_1 in T.grid(T.int64(6), T.int64(2)):
#|             with T.block("first"):
#|                 v_i, v_s = T.axis.remap("SR", [i, s_1])
#|                 T.reads(s[v_s:v_s + T.int64(2)], t[v_s:v_s + T.int64(2)])
#|                 T.writes(first[v_i])
#|                 with T.init():
#|                     first[v_i] = T.int64(0)
#|                 first[v_i] = first[v_i] + T.Select(T.Cast("int64", s[v_s]) <= v_i and v_i < T.Cast("int64", s[v_s + T.int64(1)]), T.max(T.Cast("int64", t[v_s]), T.Cast("int64", t[v_s]) + (v_i - T.Cast("int64", s[v_s]) + T.int64(1) + (T.Cast("int64", t[v_s + T.int64(1)]) - T.Cast("int64", t[v_s]) - (T.Cast("int64", s[v_s + T.int64(1)]) - T.Cast("int64", s[v_s])))) - T.int64(3)), T.int64(0))
#|         for i, s_1 in T.grid(T.int64(6), T.int64(2)):
#|             with T.block("end"):
#|                 v_i, v_s = T.axis.remap("SR", [i, s_1])
#|                 T.reads(s[v_s:v_s + T.int64(2)], t[v_s:v_s + T.int64(2)])
#|                 T.writes(end[v_i])
#|                 with T.init():
#|                     end[v_i] = T.int64(0)
#|                 end[v_i] = end[v_i] + T.Select(T.Cast("int64", s[v_s]) <= v_i and v_i < T.Cast("int64", s[v_s + T.int64(1)]), T.min(T.Cast("int64", t[v_s + T.int64(1)]), T.Cast("int64", t[v_s]) + (v_i - T.Cast("int64", s[v_s]) + T.int64(1) + (T.Cast("int64", t[v_s + T.int64(1)]) - T.Cast("int64", t[v_s]) - (T.Cast("int64", s[v_s + T.int64(1)]) - T.Cast("int64", s[v_s]))))), T.int64(0))
#|         for b, h, i, j in T.grid(T.int64(1), T.int64(1), T.int64(6), T.int64(9)):
#|             with T.block("largest"):
#|                 v_b, v_h, v_i, v_j = T.axis.remap("SSSR", [b, h, i, j])
#|                 T.reads(first[v_i], end[v_i], score[v_b, v_h, v_i, v_j])
#|                 T.writes(largest[v_b, v_h, v_i])
#|                 with T.init():
#|                     largest[v_b, v_h, v_i] = T.float32("-inf")
#|                 largest[v_b, v_h, v_i] = T.max(largest[v_b, v_h, v_i], T.Select(first[v_i] <= v_j and v_j < end[v_i], score[v_b, v_h, v_i, v_j] * T.float32(0.5), T.float32("-inf")))
#|         for b, h, i, j in T.grid(T.int64(1), T.int64(1), T.int64(6), T.int64(9)):
#|             with T.block("weight"):
#|                 v_b, v_h, v_i, v_j = T.axis.remap("SSSS", [b, h, i, j])
#|                 T.reads(first[v_i], end[v_i], score[v_b, v_h, v_i, v_j], largest[v_b, v_h, v_i])
#|                 T.writes(weight[v_b, v_h, v_i, v_j])
#|                 weight[v_b, v_h, v_i, v_j] = T.exp(T.Select(first[v_i] <= v_j and v_j < end[v_i], score[v_b, v_h, v_i, v_j] * T.float32(0.5), T.float32("-inf")) - largest[v_b, v_h, v_i])
#|         for b, h, i, j in T.grid(T.int64(1), T.int64(1), T.int64(6), T.int64(9)):
#|             with T.block("total"):
#|                 v_b, v_h, v_i, v_j = T.axis.remap("SSSR", [b, h, i, j])
#|                 T.reads(weight[v_b, v_h, v_i, v_j])
#|                 T.writes(total[v_b, v_h, v_i])
#|                 with T.init():
#|                     total[v_b, v_h, v_i] = T.float32(0.0)
#|                 total[v_b, v_h, v_i] = total[v_b, v_h, v_i] + weight[v_b, v_h, v_i, v_j]
#|         for b, h, i, e, j in T.grid(T.int64(1), T.int64(1), T.int64(6), T.int64(4), T.int64(9)):
#|             with T.block("product"):
#|                 v_b, v_h, v_i, v_e, v_j = T.axis.remap("SSSSR", [b, h, i, e, j])
#|                 T.reads(first[v_i], end[v_i], weight[v_b, v_h, v_i, v_j], k[T.int64(0), v_j, T.int64(0), v_e])
#|                 T.writes(product[v_b, v_h, v_i, v_e])
#|                 with T.init():
#|                     product[v_b, v_h, v_i, v_e] = T.float32(0.0)
#|                 product[v_b, v_h, v_i, v_e] = product[v_b, v_h, v_i, v_e] + T.Select(first[v_i] <= v_j and v_j < end[v_i], weight[v_b, v_h, v_i, v_j] * k[T.int64(0), v_j, T.int64(0), v_e], T.float32(0.0))
#|         for b, h, i, e in T.grid(T.int64(1), T.int64(1), T.int64(6), T.int64(4)):
#|             with T.block("attention"):
#|                 v_b, v_h, v_i, v_e = T.axis.remap("SSSS", [b, h, i, e])
#|                 T.reads(first[v_i], end[v_i], product[v_b, v_h, v_i, v_e], total[v_b, v_h, v_i])
#|                 T.writes(out[T.int64(0), v_i, T.int64(0), v_e])
#|                 out[T.int64(0), v_i, T.int64(0), v_e] = T.Select(first[v_i] < end[v_i], product[v_b, v_h, v_i, v_e] / total[v_b, v_h, v_i], T.float32(0.0))
#|
#|     @R.function
#|     def main(q: R.Tensor((1, 6, 1, 4), dtype="float32"), k: R.Tensor((1, 9, 1, 4), dtype="float32"), s: R.Tensor((3,), dtype="int32"), t: R.Tensor((3,), dtype="int32"), m: R.Tensor((), dtype="int32")) -> R.Tensor((1, 6, 1, 4), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             gv = R.call_tir(cls.attention_var_len, (q, k, s, t), out_sinfo=R.Tensor((1, 6, 1, 4), dtype="float32"))
#|             R.output(gv)
#|         return gv
