# test: opt --passes=LegalizeOps
# The loss of one target has no axes; a gradient of one is left alone. So are a gradient of other axes than
# what was taken has, and targets and weights of other axes than the predictions.
@R.function
def main(g: R.Tensor((1,), "float32"), p: R.Tensor((3,), "float32"), t: R.Tensor((), "int64"), m: R.Tensor((1, 1), "float32"), i: R.Tensor((6,), "int64")):
    y = R.grad.nll_loss_backward(g, p, t, reduction="mean")
    z = R.grad.take_backward(m, p, i, axis=None)
    v = R.grad.nll_loss_backward(t, t, i, reduction="sum")
    w = R.grad.nll_loss_backward(t, m, t, reduction="sum")
    x = R.grad.nll_loss_backward(t, m, g, m, reduction="sum")
    return (y, z, v, w, x)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(g: R.Tensor((1,), dtype="float32"), p: R.Tensor((3,), dtype="float32"), t: R.Tensor((), dtype="int64"), m: R.Tensor((1, 1), dtype="float32"), i: R.Tensor((6,), dtype="int64")) -> R.Tuple(R.Tensor((3,), dtype="float32"), R.Tensor((3,), dtype="float32"), R.Tensor((), dtype="int64"), R.Tensor((1, 1), dtype="float32"), R.Tensor((1, 1), dtype="float32")):
#|     y: R.Tensor((3,), dtype="float32") = R.grad.nll_loss_backward(g, p, t, reduction="mean", ignore_index=-100)
#|     z: R.Tensor((3,), dtype="float32") = R.grad.take_backward(m, p, i, axis=None)
#|     v: R.Tensor((), dtype="int64") = R.grad.nll_loss_backward(t, t, i, reduction="sum", ignore_index=-100)
#|     w: R.Tensor((1, 1), dtype="float32") = R.grad.nll_loss_backward(t, m, t, reduction="sum", ignore_index=-100)
#|     x: R.Tensor((1, 1), dtype="float32") = R.grad.nll_loss_backward(t, m, g, m, reduction="sum", ignore_index=-100)
#|     return (y, z, v, w, x)
