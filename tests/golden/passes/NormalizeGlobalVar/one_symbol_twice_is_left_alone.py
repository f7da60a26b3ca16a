# test: opt --passes=NormalizeGlobalVar --remarks --no-verify-each
# Two functions cannot have one name. What is left is not well-formed, and verifying says so.
from tvm.script import ir as I, tir as T, relax as R

@I.ir_module
class Module:
    @R.function
    def f() -> R.Tensor((), "int32"):
        return R.const(1, "int32")

    @R.function
    def g() -> R.Tensor((), "int32"):
        R.func_attr({"global_symbol": "f"})
        return R.const(2, "int32")

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def f() -> R.Tensor((), dtype="int32"):
#|         return R.const(1, "int32")
#|
#|     @R.function
#|     def g() -> R.Tensor((), dtype="int32"):
#|         R.func_attr({"global_symbol": "f"})
#|         return R.const(2, "int32")
#| one_symbol_twice_is_left_alone.py:12:9: remark: NormalizeGlobalVar: two functions have the symbol 'f' [R0101]
#|         def g() -> R.Tensor((), "int32"):
#|             ^
