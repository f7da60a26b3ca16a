# test: fails check
# Both types in full.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32"), g: R.Callable((R.Tensor((2,), "float32"),), R.Tensor((2,), "float32"))) -> R.Tensor((2,), "float32"):
        y = g(x)
        return y

    @R.function
    def k(x: R.Tensor((2,), "float32"), g: R.Callable((R.Tensor((3,), "float32"),), R.Tensor((2,), "float32"))):
        y = Module.main(x, g)
        return y

#| functions_of_other_types.py:12:28: error: argument 2 must be R.Callable((R.Tensor((2,), "float32"),), R.Tensor((2,), "float32")), found R.Callable((R.Tensor((3,), "float32"),), R.Tensor((2,), "float32")) [E0402]
#|             y = Module.main(x, g)
#|                                ^
#| functions_of_other_types.py:6:9: note: 'main' is defined here
#|         def main(x: R.Tensor((2,), "float32"), g: R.Callable((R.Tensor((2,), "float32"),), R.Tensor((2,), "float32"))) -> R.Tensor((2,), "float32"):
#|             ^~~~
