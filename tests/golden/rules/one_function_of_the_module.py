# test: opt --rules=one_function.rules
# `mod["f"] = rewrite_call(..., mod["f"])` rewrites f and nothing else.
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
#| one_function_of_the_module.py: warning: rewriter#2 is for function 'mian', which the module does not have; did you mean 'main'? [W0103]
