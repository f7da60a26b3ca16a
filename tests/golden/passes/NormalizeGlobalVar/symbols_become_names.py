# test: opt --passes=NormalizeGlobalVar
# The public function takes the name of its symbol, the private one that had it another; calls follow.
from tvm.script import ir as I, tir as T, relax as R

@I.ir_module
class Module:
    @R.function(private=True)
    def f() -> R.Tensor((), "int32"):
        return R.const(1, "int32")

    @R.function
    def f1() -> R.Tensor((), "int32"):
        R.func_attr({"global_symbol": "f"})
        cls = Module
        gv: R.Tensor((), "int32") = cls.f()
        return gv

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def f() -> R.Tensor((), dtype="int32"):
#|         cls = Module
#|         gv: R.Tensor((), dtype="int32") = cls.f1()
#|         return gv
#|
#|     @R.function(private=True)
#|     def f1() -> R.Tensor((), dtype="int32"):
#|         return R.const(1, "int32")
