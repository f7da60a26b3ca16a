# test: fmt
# The function is declared pure and prints.
@I.ir_module(check_well_formed=False)
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), "float32")):
        R.print(x, format="{}")
        return x

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
#|         R.print(x, format=R.str("{}"))
#|         return x
