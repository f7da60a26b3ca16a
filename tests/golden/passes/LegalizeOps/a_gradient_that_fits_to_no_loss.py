# test: opt --passes=LegalizeOps
# The loss of one target has no axes; a gradient of one is left alone.
@R.function
def main(g: R.Tensor((1,), "float32"), p: R.Tensor((3,), "float32"), t: R.Tensor((), "int64")):
    y = R.grad.nll_loss_backward(g, p, t, reduction="mean")
    return y

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(g: R.Tensor((1,), dtype="float32"), p: R.Tensor((3,), dtype="float32"), t: R.Tensor((), dtype="int64")) -> R.Tensor((3,), dtype="float32"):
#|     y: R.Tensor((3,), dtype="float32") = R.grad.nll_loss_backward(g, p, t, reduction="mean", ignore_index=-100)
#|     return y
