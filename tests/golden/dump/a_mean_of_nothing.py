# test: run --dump=kernels --fill=ones
@R.function
def main(x: R.Tensor((2, 0), "float32")):
    with R.dataflow():
        out = R.mean(x, axis=[1])
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def mean(out: T.Buffer((T.int64(2),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         sum = T.alloc_buffer((T.int64(2),))
#|         for ax0 in range(T.int64(2)):
#|             with T.block("sum"):
#|                 v_ax0 = T.axis.spatial(T.int64(2), ax0)
#|                 T.reads()
#|                 T.writes(sum[v_ax0])
#|                 sum[v_ax0] = T.float32(0.0)
#|         for ax0 in range(T.int64(2)):
#|             with T.block("mean"):
#|                 v_ax0 = T.axis.spatial(T.int64(2), ax0)
#|                 T.reads(sum[v_ax0])
#|                 T.writes(out[v_ax0])
#|                 out[v_ax0] = sum[v_ax0] * T.float32("nan")
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 0), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             gv = R.call_tir(cls.mean, R.tuple(), out_sinfo=R.Tensor((2,), dtype="float32"))
#|             R.output(gv)
#|         return gv
