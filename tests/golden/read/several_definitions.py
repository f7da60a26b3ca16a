# test: fmt
# Every module and every function outside of one is printed; the Python around is skipped.
import tvm
from tvm.script import ir as I, relax as R


@R.function
def double(x: R.Tensor((2,), "float32")):
    return R.add(x, x)


class Config(object):
    width: int = 2

    @I.ir_module
    class Module:
        @R.function
        def main(x: R.Object):
            return x


print(Config.Module, f"{double!r:>{Config.width}}")

#| # from tvm.script import relax as R
#|
#| @R.function
#| def double(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     gv: R.Tensor((2,), dtype="float32") = R.add(x, x)
#|     return gv
#|
#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def main(x: R.Object) -> R.Object:
#|         return x
