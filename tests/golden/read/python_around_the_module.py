# test: fmt
# Imports and comments around the definition are skipped.
import tvm
from tvm.script import relax as R


@R.function
def main(x: R.Tensor((2,), "float32")):
    # a comment
    y = R.add(x, x)
    return y

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     # a comment
#|     y: R.Tensor((2,), dtype="float32") = R.add(x, x)
#|     return y
