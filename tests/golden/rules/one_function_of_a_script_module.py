# test: rules run
# A module of the script is changed in place, function by function.
from tvm.script import ir as I, relax as R
from tvm.relax.dpl import *

@I.ir_module
class Module:
    @R.function
    def f(x: R.Tensor((4,), "float32")):
        y = R.add(x, x)
        return y

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        y = R.add(x, x)
        return y

x = wildcard()

def rewriter(orig, matchings):
    return R.multiply(matchings[x], R.const(2, "float32"))

Module["f"] = rewrite_call(is_op("relax.add")(x, x), rewriter, Module["f"])
Module.show()

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def f(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         y: R.Tensor((4,), dtype="float32") = R.multiply(x, R.const(2.0, "float32"))
#|         return y
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         y: R.Tensor((4,), dtype="float32") = R.add(x, x)
#|         return y
