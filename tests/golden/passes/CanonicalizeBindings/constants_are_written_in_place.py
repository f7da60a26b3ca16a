# test: opt --passes=CanonicalizeBindings
# Mentions of a constant's variable in bindings become the constant; in a result it stays a variable.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2,), "float32")):
    one = R.const(1.0, "float32")
    also = one
    y = R.add(x, also)
    return (y, one)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((), dtype="float32")):
#|     one: R.Tensor((), dtype="float32") = R.const(1.0, "float32")
#|     y: R.Tensor((2,), dtype="float32") = R.add(x, R.const(1.0, "float32"))
#|     return (y, one)
