# test: opt --passes=DeadCodeElimination
# Private functions that nobody calls.
@I.ir_module
class Module:
    @R.function(private=True)
    def unused(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        return x

    @R.function(private=True)
    def used(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        y = R.add(x, x)
        return y

    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        y = Module.used(x)
        return y

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function(private=True)
#|     def used(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         y: R.Tensor((2,), dtype="float32") = R.add(x, x)
#|         return y
#|
#|     @R.function
#|     def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         cls = Module
#|         y: R.Tensor((2,), dtype="float32") = cls.used(x)
#|         return y
