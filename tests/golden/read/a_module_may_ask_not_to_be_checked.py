# test: fmt
# The function is declared pure and prints.
@I.ir_module(check_well_formed=False)
class Module:
    @R.function
    def main(x: R.Tensor((2, 3), "float32")):
        R.print(x, format="{}")
        return x
