# test: opt --passes=FoldConstant,CanonicalizeBindings
# A checkpoint marks a variable; its operand is none to be written as a constant.
from tvm.script import relax as R

@R.function
def main(x: R.Tensor((), "float32")):
    with R.dataflow():
        a = R.add(R.const(1.0, "float32"), R.const(2.0, "float32"))
        b = R.grad.start_checkpoint(a)
        c = R.multiply(b, x)
        R.output(c)
    return c

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((), dtype="float32")) -> R.Tensor((), dtype="float32"):
#|     with R.dataflow():
#|         a: R.Tensor((), dtype="float32") = R.const(3.0, "float32")
#|         b: R.Tensor((), dtype="float32") = R.grad.start_checkpoint(a)
#|         c: R.Tensor((), dtype="float32") = R.multiply(b, x)
#|         R.output(c)
#|     return c
