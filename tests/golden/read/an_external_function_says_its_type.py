# test: fmt --dialect=tvm-0.26
# Also as a member of a module.
@I.ir_module
class Module:
    f = R.ExternFunc("f")
    g = R.ExternFunc("g", R.Callable((R.Tensor((4,), "float32"),), R.Tensor((4,), "float32"), True))

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        y = cls.g(x)
        return y

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     f = R.ExternFunc("f")
#|     g = R.ExternFunc("g", R.Callable((R.Tensor((4,), dtype="float32"),), R.Tensor((4,), dtype="float32"), True))
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         cls = Module
#|         y: R.Tensor((4,), dtype="float32") = cls.g(x)
#|         return y
