# test: fails check
# A member has one name, and a decorator stands before a function.
from tvm.script import ir as I, relax as R


@I.ir_module
class Net:
    @I.pyfunc
    def f(x):
        return x

    @R.function
    def f(x: R.Tensor((2,), "float32")):
        return x

    @R.function
    def g(x: R.Tensor((2,), "float32")):
        cls = Net
        y = cls.f(x)
        return y

    @I.pyfunc
    number = 1

#| members_of_python_out_of_place.py:13:9: error: the module has a function 'f' already [E0202]
#|         def f(x: R.Tensor((2,), "float32")):
#|             ^
#| members_of_python_out_of_place.py:9:9: note: it is defined here
#|         def f(x):
#|             ^
#| members_of_python_out_of_place.py:19:13: error: 'f' is impure, but the function is declared pure [E0502]
#|             y = cls.f(x)
#|                 ^~~~~~~~
#| members_of_python_out_of_place.py:9:9: note: 'f' is defined here
#|         def f(x):
#|             ^
#| members_of_python_out_of_place.py:17:9: note: declared here; an impure function says @R.function(pure=False)
#|         def g(x: R.Tensor((2,), "float32")):
#|             ^
#| members_of_python_out_of_place.py:22:6: error: a decorator stands before a function or a class [E0105]
#|         @I.pyfunc
#|          ^~~~~~~~
