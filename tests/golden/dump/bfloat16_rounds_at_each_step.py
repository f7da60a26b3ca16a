# test: run --dump=kernels --fill=ones
# In a kernel only what is cast, bound or stored is rounded.
@R.function
def main(x: R.Tensor((6,), "bfloat16"), y: R.Tensor((6,), "bfloat16")):
    with R.dataflow():
        a = R.multiply(x, y)
        b = R.subtract(a, x)
        c = R.maximum(R.divide(b, y), x)
        R.output(c)
    return c

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def multiply_subtract_divide_maximum(x: T.Buffer((T.int64(6),), "bfloat16"), y: T.Buffer((T.int64(6),), "bfloat16"), out: T.Buffer((T.int64(6),), "bfloat16")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(6)):
#|             with T.block("maximum"):
#|                 v_ax0 = T.axis.spatial(T.int64(6), ax0)
#|                 T.reads(x[v_ax0], y[v_ax0])
#|                 T.writes(out[v_ax0])
#|                 t: T.bfloat16 = T.Cast("bfloat16", T.Cast("bfloat16", x[v_ax0] * y[v_ax0]) - x[v_ax0]) / y[v_ax0]
#|                 out[v_ax0] = T.max(t, x[v_ax0])
#|
#|     @R.function
#|     def main(x: R.Tensor((6,), dtype="bfloat16"), y: R.Tensor((6,), dtype="bfloat16")) -> R.Tensor((6,), dtype="bfloat16"):
#|         cls = Module
#|         with R.dataflow():
#|             gv = R.call_tir(cls.multiply_subtract_divide_maximum, (x, y), out_sinfo=R.Tensor((6,), dtype="bfloat16"))
#|             R.output(gv)
#|         return gv
