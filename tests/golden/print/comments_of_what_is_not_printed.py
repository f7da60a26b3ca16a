# A licence.

# test: fmt --verify-roundtrip
# What is not printed leaves its comments to what follows it, and the file keeps its first lines.
import tvm  # of Python
from tvm.script import ir as I, relax as R


@I.ir_module
class Module:
    """Text of the class."""

    # before attributes
    I.module_attrs({})  # behind attributes
    # before infos
    I.module_global_infos({})  # behind infos

    @R.function
    def main(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        # before func_attr
        R.func_attr({"global_symbol": "main"})  # behind func_attr
        # before m
        m = T.int64()  # behind m
        k, n = T.int64(), T.int64()  # k and n

        @R.function
        def inner(y: R.Object) -> R.Object:
            nonlocal z  # behind nonlocal
            return y

        return x

    @R.function
    def other(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        m = T.int64()  # of the block
        with R.dataflow():  # the block
            y = R.add(x, x)
            R.output(y)
        return y

    @R.function
    def third(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        m = T.int64()  # of the binding
        # the binding
        y = R.add(x, x)
        return y

#| # A licence.
#|
#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     # Text of the class.
#|     # before attributes
#|     # behind attributes
#|     # before infos
#|     # behind infos
#|     @R.function
#|     def other(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         # of the block
#|         with R.dataflow():  # the block
#|             y: R.Tensor((2,), dtype="float32") = R.add(x, x)
#|             R.output(y)
#|         return y
#|
#|     @R.function
#|     def third(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         # of the binding
#|         # the binding
#|         y: R.Tensor((2,), dtype="float32") = R.add(x, x)
#|         return y
#|
#|     @R.function
#|     def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|         # before func_attr
#|         # behind func_attr
#|         # before m
#|         # behind m
#|         # k and n
#|         # from tvm.script import relax as R
#|         
#|         @R.function
#|         def inner(y: R.Object) -> R.Object:
#|             # behind nonlocal
#|             return y
#|
#|         return x
