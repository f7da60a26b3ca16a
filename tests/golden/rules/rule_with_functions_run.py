# test: rules run
# test: rules check
# Functions that a replacement calls make a module of a function.
@R.rewriter
class Square:
    @R.function
    def pattern(x: R.Tensor(("n",), "float32")):
        y = R.power(x, R.const(2, "float32"))
        return y

    @R.function
    def replacement(x: R.Tensor(("n",), "float32")):
        cls = Square
        y = cls.square(x)
        return y

    @R.function(private=True)
    def square(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
        n = T.int64()
        y = R.multiply(x, x)
        return y

@R.function
def main(x: R.Tensor((4,), "float32")):
    with R.dataflow():
        a = R.power(x, R.const(2, "float32"))
        R.output(a)
    return a

Square(main).show()

#| $ rules run
#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function(private=True)
#|     def square(x: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
#|         n = T.int64()
#|         y: R.Tensor((n,), dtype="float32") = R.multiply(x, x)
#|         return y
#|
#|     @R.function
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         cls = Module
#|         with R.dataflow():
#|             a: R.Tensor((4,), dtype="float32") = cls.square(x)
#|             R.output(a)
#|         return a
#| $ rules check
#| Square: 64 programs compute the same before and after
