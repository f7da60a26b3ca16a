# test: fails run --engine=jit --fill=ones
# test: fails run --engine=eval --fill=ones
# test: opt --passes=LegalizeOps
# Inference lets the axis pass; who computes it does not.
@R.function
def main(g: R.Tensor((3, 4), "float32"), x: R.Tensor((3, 4), "float32"), i: R.Tensor((3,), "int64")):
    y = R.grad.take_backward(g, x, i, axis=2)
    return y

#| $ fails run --engine=jit --fill=ones
#| axes_that_are_not_there.py:7:9: error: R.grad.take_backward: an axis is outside the tensor's rank or given twice [E0701]
#|         y = R.grad.take_backward(g, x, i, axis=2)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --engine=eval --fill=ones
#| axes_that_are_not_there.py:7:9: error: R.grad.take_backward: an axis is outside the tensor's rank or given twice [E0701]
#|         y = R.grad.take_backward(g, x, i, axis=2)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ opt --passes=LegalizeOps
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(g: R.Tensor((3, 4), dtype="float32"), x: R.Tensor((3, 4), dtype="float32"), i: R.Tensor((3,), dtype="int64")) -> R.Tensor((3, 4), dtype="float32"):
#|     y: R.Tensor((3, 4), dtype="float32") = R.grad.take_backward(g, x, i, axis=2)
#|     return y
