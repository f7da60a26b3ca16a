# test: run --dump=kernels --fill=iota
# test: run main(x=iota)
@I.ir_module
class Module:
    @T.prim_func
    def shift(A: T.Buffer((5,), "float32"), B: T.Buffer((5,), "float32")):
        for i in range(4):
            A[i + 1] = B[i] + T.float32(1)

    @R.function(pure=False)
    def main(x: R.Tensor((5,), "float32")):
        cls = Module
        y = R.multiply(x, R.const(2.0, "float32"))
        _ = cls.shift(y, y)
        return y

#| $ run --dump=kernels --fill=iota
#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def multiply(x: T.Buffer((T.int64(5),), "float32"), out: T.Buffer((T.int64(5),), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0 in range(T.int64(5)):
#|             with T.block("multiply"):
#|                 v_ax0 = T.axis.spatial(T.int64(5), ax0)
#|                 T.reads(x[v_ax0])
#|                 T.writes(out[v_ax0])
#|                 out[v_ax0] = x[v_ax0] * T.float32(2.0)
#|
#|     @T.prim_func(private=True)
#|     def shift(A: T.Buffer((5,), "float32")):
#|         B = T.decl_buffer((5,), data=A.data)
#|         for i in range(4):
#|             A[i + 1] = B[i] + T.float32(1.0)
#|
#|     @R.function
#|     def main(x: R.Tensor((5,), dtype="float32")) -> R.Tensor((5,), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.multiply, (x,), out_sinfo=R.Tensor((5,), dtype="float32"))
#|             gv: R.Tensor((5,), dtype="float32") = R.call_tir_inplace(cls.shift, (lv,), out_sinfo=R.Tensor((5,), dtype="float32"), inplace_indices=[0])
#|             R.output(gv)
#|         return gv
#| $ run main(x=iota)
#| [0. 1. 2. 3. 4.]
