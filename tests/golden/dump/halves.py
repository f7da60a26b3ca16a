# test: run --dump=kernels --fill=ones
# Sums of float16 are in float32.
@R.function
def main(x: R.Tensor((3, 8), "float16"), w: R.Tensor((8, 4), "float16")):
    with R.dataflow():
        y = R.matmul(x, w)
        z = R.sum(R.nn.silu(y), axis=[1])
        out = R.sigmoid(z)
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def matmul_silu(x: T.Buffer((T.int64(3), T.int64(8)), "float16"), w: T.Buffer((T.int64(8), T.int64(4)), "float16"), out: T.Buffer((T.int64(3), T.int64(4)), "float16")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         matmul = T.alloc_buffer((T.int64(3), T.int64(4)))
#|         for i, j, k in T.grid(T.int64(3), T.int64(4), T.int64(8)):
#|             with T.block("matmul"):
#|                 v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
#|                 T.reads(x[v_i, v_k], w[v_k, v_j])
#|                 T.writes(matmul[v_i, v_j])
#|                 with T.init():
#|                     matmul[v_i, v_j] = T.float32(0.0)
#|                 matmul[v_i, v_j] = matmul[v_i, v_j] + T.Cast("float32", x[v_i, v_k]) * T.Cast("float32", w[v_k, v_j])
#|         for i, j in T.grid(T.int64(3), T.int64(4)):
#|             with T.block("silu"):
#|                 v_i, v_j = T.axis.remap("SS", [i, j])
#|                 T.reads(matmul[v_i, v_j])
#|                 T.writes(out[v_i, v_j])
#|                 out[v_i, v_j] = T.Cast("float16", matmul[v_i, v_j]) * T.sigmoid(T.Cast("float16", matmul[v_i, v_j]))
#|
#|     @T.prim_func(private=True)
#|     def sum_sigmoid(x: T.Buffer((T.int64(3), T.int64(4)), "float16"), out: T.Buffer((T.int64(3),), "float16")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         sum = T.alloc_buffer((T.int64(3),))
#|         for ax0, k0 in T.grid(T.int64(3), T.int64(4)):
#|             with T.block("sum"):
#|                 v_ax0, v_k0 = T.axis.remap("SR", [ax0, k0])
#|                 T.reads(x[v_ax0, v_k0])
#|                 T.writes(sum[v_ax0])
#|                 with T.init():
#|                     sum[v_ax0] = T.float32(0.0)
#|                 sum[v_ax0] = sum[v_ax0] + T.Cast("float32", x[v_ax0, v_k0])
#|         for ax0 in range(T.int64(3)):
#|             with T.block("sigmoid"):
#|                 v_ax0 = T.axis.spatial(T.int64(3), ax0)
#|                 T.reads(sum[v_ax0])
#|                 T.writes(out[v_ax0])
#|                 out[v_ax0] = T.sigmoid(T.Cast("float16", sum[v_ax0]))
#|
#|     @R.function
#|     def main(x: R.Tensor((3, 8), dtype="float16"), w: R.Tensor((8, 4), dtype="float16")) -> R.Tensor((3,), dtype="float16"):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.matmul_silu, (x, w), out_sinfo=R.Tensor((3, 4), dtype="float16"))
#|             gv = R.call_tir(cls.sum_sigmoid, (lv,), out_sinfo=R.Tensor((3,), dtype="float16"))
#|             R.output(gv)
#|         return gv
