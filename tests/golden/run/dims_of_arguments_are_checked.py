# test: fails run main(b=iota(2, 2), a=iota(5))
# What symbols of a signature say beyond their first occurrence is checked when the program runs.
@I.ir_module
class Module:
    @R.function(private=True)
    def g(b: R.Tensor(("m", "m"), "float32"), a: R.Tensor(("m + 1",), "float32")) -> R.Tensor(("m",), "float32"):
        return R.sum(b, axis=0)

    @R.function
    def main(b: R.Tensor((2, 2), "float32"), a: R.Tensor(("k",), "float32")):
        cls = Module
        c = cls.g(b, a)
        return c

#| dims_of_arguments_are_checked.py:12:13: error: argument 'a' of 'g': dim 0 is 5, expected 3 [E0701]
#|             c = cls.g(b, a)
#|                 ^~~~~~~~~~~
#| dims_of_arguments_are_checked.py:6:47: note: it is declared here
#|         def g(b: R.Tensor(("m", "m"), "float32"), a: R.Tensor(("m + 1",), "float32")) -> R.Tensor(("m",), "float32"):
#|                                                   ^
