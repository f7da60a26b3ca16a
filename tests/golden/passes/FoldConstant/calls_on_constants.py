# test: opt --passes=FoldConstant
# Hops are folded one after the other; what mentions something else stays.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2,), "float32")):
    with R.dataflow():
        a = R.add(R.const(1.0, "float32"), R.const(2.0, "float32"))
        b = R.multiply(a, R.const(4.0, "float32"))
        c = R.add(x, b)
        R.output(c)
    return c

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     with R.dataflow():
#|         c: R.Tensor((2,), dtype="float32") = R.add(x, R.const(12.0, "float32"))
#|         R.output(c)
#|     return c
