# test: fails check
# Two functions of one name.
@I.ir_module
class Module:
    @R.function
    def f(x: R.Tensor((2,), "float32")):
        return x

    @R.function
    def f(x: R.Tensor((2,), "float32")):
        return x

#| doubly_defined_function.py:10:9: error: the module has a function 'f' already [E0202]
#|         def f(x: R.Tensor((2,), "float32")):
#|             ^
#| doubly_defined_function.py:6:9: note: it is defined here
#|         def f(x: R.Tensor((2,), "float32")):
#|             ^
