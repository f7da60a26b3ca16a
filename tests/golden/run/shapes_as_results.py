# test: run --compare=eval --input=x=2x3xf32=iota --input=s=[4,2]
# test: run --dump=kernels --input=x=2x3xf32=iota --input=s=[4,2]
@I.ir_module
class Module:
    @R.function
    def dims(x: R.Tensor(("n", "m"), "float32")) -> R.Shape(["n * m", 2]):
        n = T.int64()
        m = T.int64()
        return R.shape([n * m, 2])

    @R.function
    def main(x: R.Tensor(("n", "m"), "float32"), s: R.Shape(["k", "n"])):
        cls = Module
        y = R.add(x, x)
        d = cls.dims(y)
        e = R.shape([])
        return (s, (d, y), e)

#| $ run --compare=eval --input=x=2x3xf32=iota --input=s=[4,2]
#| (R.shape([4, 2]),
#|  (R.shape([6, 2]),
#|   [[ 0.  2.  4.]
#|    [ 6.  8. 10.]]),
#|  R.shape([]))
#| $ run --dump=kernels --input=x=2x3xf32=iota --input=s=[4,2]
#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def add(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), out: T.Buffer((T.int64(2), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1 in T.grid(T.int64(2), T.int64(3)):
#|             with T.block("add"):
#|                 v_ax0, v_ax1 = T.axis.remap("SS", [ax0, ax1])
#|                 T.reads(x[v_ax0, v_ax1])
#|                 T.writes(out[v_ax0, v_ax1])
#|                 out[v_ax0, v_ax1] = x[v_ax0, v_ax1] + x[v_ax0, v_ax1]
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 3), dtype="float32"), s: R.Shape([4, 2])) -> R.Tuple(R.Shape([4, 2]), R.Tuple(R.Shape([6, 2]), R.Tensor((2, 3), dtype="float32")), R.Shape([])):
#|         cls = Module
#|         with R.dataflow():
#|             lv = R.call_tir(cls.add, (x,), out_sinfo=R.Tensor((2, 3), dtype="float32"))
#|             gv: R.Tuple(R.Shape([4, 2]), R.Tuple(R.Shape([6, 2]), R.Tensor((2, 3), dtype="float32")), R.Shape([])) = R.shape([4, 2]), (R.shape([6, 2]), lv), R.shape([])
#|             R.output(gv)
#|         return gv
