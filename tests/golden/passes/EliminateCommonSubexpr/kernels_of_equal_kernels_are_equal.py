# test: opt --passes=EliminateCommonSubexpr,DeadCodeElimination
# Kernels that call equal kernels are equal; a kernel that calls itself stands for itself.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def square(x: T.float32) -> T.float32:
        return x * x

    @T.prim_func(private=True)
    def power(y: T.float32) -> T.float32:
        return y * y

    @T.prim_func(private=True)
    def squares(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        for i in range(4):
            y[i] = Module.square(x[i])

    @T.prim_func(private=True)
    def powers(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        for i in range(4):
            y[i] = Module.power(x[i])

    @R.function
    def main(x: R.Tensor((4,), "float32"), z: R.Tensor((4,), "float32")):
        cls = Module
        a = R.call_tir(cls.powers, (x,), out_sinfo=R.Tensor((4,), "float32"))
        b = R.call_tir(cls.squares, (z,), out_sinfo=R.Tensor((4,), "float32"))
        return (a, b)

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def square(x: T.float32) -> T.float32:
#|         return x * x
#|
#|     @T.prim_func(private=True)
#|     def squares(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|         for i in range(4):
#|             y[i] = Module.square(x[i])
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32"), z: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")):
#|         cls = Module
#|         a = R.call_tir(cls.squares, (x,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|         b = R.call_tir(cls.squares, (z,), out_sinfo=R.Tensor((4,), dtype="float32"))
#|         return (a, b)
