# test: fmt
# R.call_tir calls whatever is a function.
@I.ir_module
class Module:
    @T.prim_func
    def k(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        T.evaluate(0)

    @R.function
    def main(x: R.Tensor((4,), "float32"), f: R.Callable((R.Tensor((4,), "float32"), R.Tensor((4,), "float32")), R.Tuple)):
        cls = Module
        g = cls.k
        y = R.call_tir(g, (x,), out_sinfo=R.Tensor((4,), "float32"))
        z = R.call_tir(f, (y,), out_sinfo=R.Tensor((4,), "float32"))
        return z

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func
#|     def k(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|         T.evaluate(0)
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32"), f: R.Callable((R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")), R.Tuple, True)) -> R.Tensor((4,), dtype="float32"):
#|         cls = Module
#|         g: R.Callable((R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")), R.Tuple, True) = cls.k
#|         y = R.call_tir(g, (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|         z = R.call_tir(f, (y,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|         return z
