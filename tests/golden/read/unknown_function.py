# test: fails check
# A function that the module does not have.
@I.ir_module
class Module:
    @R.function
    def double(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        y = R.add(x, x)
        return y

    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        cls = Module
        y = cls.doubel(x)
        z = cls.something_else(y)
        return z

#| unknown_function.py:13:13: error: the module has no function 'doubel'; did you mean 'double'? [E0204]
#|             y = cls.doubel(x)
#|                 ^~~~~~~~~~
#| unknown_function.py:14:13: error: the module has no function 'something_else' [E0204]
#|             z = cls.something_else(y)
#|                 ^~~~~~~~~~~~~~~~~~
