# test: run --dump=kernels --fill=ones
# Who writes a part of a tensor begun by another goes on in its memory.
@R.function
def main(x: R.Tensor((2, 3), "float32"), w: R.Tensor((3, 4), "float32"), y: R.Tensor((2, 2), "float32")):
    with R.dataflow():
        a = R.matmul(x, w)
        out = R.concat((a, R.exp(y)), axis=1)
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def exp(y: T.Buffer((T.int64(2), T.int64(2)), "float32"), x: T.Buffer((T.int64(2), T.int64(6)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(2)):
#|             with T.block("exp"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(y[v_ax0, v_ax1])
#|                 T.writes(x[v_ax0, v_ax1 + T.int64(4)])
#|                 x[v_ax0, v_ax1 + T.int64(4)] = T.exp(y[v_ax0, v_ax1])
#|
#|     @T.prim_func(private=True)
#|     def matmul(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), w: T.Buffer((T.int64(3), T.int64(4)), "float32"), out: T.Buffer((T.int64(2), T.int64(6)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i, j, k in T.grid(T.int64(2), T.int64(4), T.int64(3)):
#|             with T.block("matmul"):
#|                 v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
#|                 T.reads(x[v_i, v_k], w[v_k, v_j])
#|                 T.writes(out[v_i, v_j])
#|                 with T.init():
#|                     out[v_i, v_j] = T.float32(0.0)
#|                 out[v_i, v_j] = out[v_i, v_j] + x[v_i, v_k] * w[v_k, v_j]
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 3), dtype="float32"), w: R.Tensor((3, 4), dtype="float32"), y: R.Tensor((2, 2), dtype="float32")) -> R.Tensor((2, 6), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.matmul, (x, w), out_sinfo=R.Tensor((2, 6), dtype="float32"))
#|             gv: R.Tensor((2, 6), dtype="float32") = R.call_tir_inplace(cls.exp, (y, lv), out_sinfo=R.Tensor((2, 6), dtype="float32"), inplace_indices=[1])
#|             R.output(gv)
#|         return gv
