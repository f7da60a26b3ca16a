# test: fmt
# The lines that head a canonical text are not the user's, in any version.

# from typing import TypeVar
# from tvm.script import relax as R

m = TypeVar("m")

# a comment
@R.function
def main(x: R.Tensor((m,), "float32")) -> R.Object:
    return x

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| # a comment
#| @R.function
#| def main(x: R.Tensor(("m",), dtype="float32")) -> R.Tensor(("m",), dtype="float32"):
#|     m = T.int64()
#|     return x
