# test: fmt --no-comments
# A class without a decorator is a module if nothing in it is Python.
class Empty:
    """Nothing."""


class Outer:
    @I.ir_module
    class Inner:
        @R.function
        def main(x: R.Tensor((2,), "float32")):
            return x

class Holder:
    k = 1
    @R.function
    def main(x: R.Tensor((2,), "float32")):
        return x
    def method(self):
        return 1

@dataclass
class Third:
    k: int = 1
    @I.ir_module
    class Second:
        @R.function
        def main(x: R.Tensor((2,), "float32")):
            return x

class Plain:
    """A module."""
    f = R.ExternFunc("f")

    @R.function
    def main(x: R.Tensor((2,), "float32")):
        return x

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Inner:
#|     @R.function
#|     def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         return x
#|
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     return x
#|
#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Second:
#|     @R.function
#|     def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         return x
#|
#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Plain:
#|     f = R.ExternFunc("f")
#|     @R.function
#|     def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         return x
