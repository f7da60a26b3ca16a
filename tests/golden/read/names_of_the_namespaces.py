# test: fmt --no-comments --verify-roundtrip
# Where imports call the namespace rx, R and T are free.
from tvm.script import ir as I, relax as rx, tir as T

@I.ir_module
class R:
    @rx.function
    def g(x: rx.Tensor((2,), "float32"), R: rx.Tensor((2,), "float32")):
        z = rx.add(x, R)
        return z

    @rx.function
    def main(x: rx.Tensor((2,), "float32")):
        y = R.f(x)
        return y
    @rx.function
    def f(x: rx.Tensor((2,), "float32")) -> rx.Tensor((2,), "float32"):
        return x

R = 4

@rx.function
def second(x: rx.Tensor((R, 2), "float32")):
    return rx.add(x, x)

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class R_1:
#|     @R.function
#|     def f(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         return x
#|
#|     @R.function
#|     def g(x: R.Tensor((2,), dtype="float32"), R_2: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         z: R.Tensor((2,), dtype="float32") = R.add(x, R_2)
#|         return z
#|
#|     @R.function
#|     def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         cls = R_1
#|         y: R.Tensor((2,), dtype="float32") = cls.f(x)
#|         return y
#|
#| # from tvm.script import relax as R
#|
#| @R.function
#| def second(x: R.Tensor((4, 2), dtype="float32")) -> R.Tensor((4, 2), dtype="float32"):
#|     gv: R.Tensor((4, 2), dtype="float32") = R.add(x, x)
#|     return gv
