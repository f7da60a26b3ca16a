# test: fmt --module-alias ""
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32")):
        y = Module.twice(x)
        return y

    @R.function
    def twice(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        return R.add(x, x)

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def twice(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         gv: R.Tensor((2,), dtype="float32") = R.add(x, x)
#|         return gv
#|
#|     @R.function
#|     def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         y: R.Tensor((2,), dtype="float32") = Module.twice(x)
#|         return y
