# test: opt --passes=FoldConstant
# Outside of dataflow blocks calls stay; mentions of a constant's variable become the constant.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main():
    one = R.const(1.0, "float32")
    a = R.add(one, one)
    return a

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main() -> R.Tensor((), dtype="float32"):
#|     a: R.Tensor((), dtype="float32") = R.add(R.const(1.0, "float32"), R.const(1.0, "float32"))
#|     return a
