# test: fmt
# m = TypeVar("m") before a function declares the dims that are written without quotes.
from typing import TypeVar

m = TypeVar("m")
n = TypeVar("n")

@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((m, "m * 2"), "float32"), y: R.Tensor((n,), "float32")) -> R.Tensor((m, "m * 2"), "float32"):
        z = R.add(x, x)
        return z

    @R.function
    def other(m: R.Tensor((n, 2), "float32")) -> R.Tensor((n, 2), "float32"):
        return m

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def other(m: R.Tensor(("n", 2), dtype="float32")) -> R.Tensor(("n", 2), dtype="float32"):
#|         n = T.int64()
#|         return m
#|
#|     @R.function
#|     def main(x: R.Tensor(("m", "m * 2"), dtype="float32"), y: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("m", "m * 2"), dtype="float32"):
#|         m = T.int64()
#|         n = T.int64()
#|         z: R.Tensor((m, m * 2), dtype="float32") = R.add(x, x)
#|         return z
