# test: run --dump=kernels --fill=ones
# The reader takes it although its digits alone do not fit.
@R.function
def main(x: R.Tensor((4,), "int64")):
    with R.dataflow():
        out = R.max(x, axis=[0])
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def max(x: T.Buffer((T.int64(4),), "int64"), out: T.Buffer((), "int64")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for k0 in range(T.int64(4)):
#|             with T.block("max"):
#|                 v_k0 = T.axis.reduce(T.int64(4), k0)
#|                 T.reads(x[v_k0])
#|                 T.writes(out[()])
#|                 with T.init():
#|                     out[()] = T.int64(-9223372036854775808)
#|                 out[()] = T.max(out[()], x[v_k0])
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="int64")) -> R.Tensor((), dtype="int64"):
#|         cls = Module
#|         with R.dataflow():
#|             gv = R.call_tir(cls.max, (x,), out_sinfo=R.Tensor((), dtype="int64"))
#|             R.output(gv)
#|         return gv
