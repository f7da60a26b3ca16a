# test: fmt
# Each module has its own.
@I.ir_module
class A:
    I.module_attrs({"a": 1})
    @R.function
    def f(x: R.Tensor((2,), "float32")):
        return x
@I.ir_module
class B:
    @R.function
    def f(x: R.Tensor((2,), "float32")):
        return x

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class A:
#|     I.module_attrs({"a": 1})
#|     @R.function
#|     def f(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         return x
#|
#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class B:
#|     @R.function
#|     def f(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         return x
