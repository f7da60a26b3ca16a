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
