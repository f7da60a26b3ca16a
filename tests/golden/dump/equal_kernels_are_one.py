# test: run --dump=kernels --fill=ones
@R.function
def main(x: R.Tensor((2, 4), "float32"), w: R.Tensor((4, 4), "float32")):
    with R.dataflow():
        a = R.matmul(x, w)
        b = R.matmul(a, w)
        c = R.matmul(b, w)
        d = R.matmul(c, w)
        R.output(d)
    return d

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def matmul(x: T.Buffer((T.int64(2), T.int64(4)), "float32"), w: T.Buffer((T.int64(4), T.int64(4)), "float32"), out: T.Buffer((T.int64(2), T.int64(4)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for i, j, k in T.grid(T.int64(2), T.int64(4), T.int64(4)):
#|             with T.block("matmul"):
#|                 v_i, v_j, v_k = T.axis.remap("SSR", [i, j, k])
#|                 T.reads(x[v_i, v_k], w[v_k, v_j])
#|                 T.writes(out[v_i, v_j])
#|                 with T.init():
#|                     out[v_i, v_j] = T.float32(0.0)
#|                 out[v_i, v_j] = out[v_i, v_j] + x[v_i, v_k] * w[v_k, v_j]
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32")) -> R.Tensor((2, 4), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.matmul, (x, w), out_sinfo=R.Tensor((2, 4), dtype="float32"))
#|             lv1 = R.call_tir(cls.matmul, (lv, w), out_sinfo=R.Tensor((2, 4), dtype="float32"))
#|             lv2 = R.call_tir(cls.matmul, (lv1, w), out_sinfo=R.Tensor((2, 4), dtype="float32"))
#|             gv = R.call_tir(cls.matmul, (lv2, w), out_sinfo=R.Tensor((2, 4), dtype="float32"))
#|             R.output(gv)
#|         return gv
