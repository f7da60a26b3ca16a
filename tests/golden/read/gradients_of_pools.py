# test: fails check
# A gradient has the dtype of the data. Its shape is for the run to refuse: TVM legalises any.
@R.function
def main(g: R.Tensor((1, 3, 4, 9), "float32"), x: R.Tensor((2, 3, 8, 8), "float32"), h: R.Tensor((2, 3, 4, 4), "float16"), k: R.Tensor(("n", 3, 4, 4), "float32")):
    a = R.grad.max_pool2d_backward(g, x, pool_size=[2, 2], strides=[2, 2])
    b = R.grad.avg_pool2d_backward(h, x, pool_size=[2, 2], strides=[2, 2])
    c = R.grad.avg_pool2d_backward(k, x, pool_size=[2, 2], strides=[2, 2])
    return (a, b, c)

#| gradients_of_pools.py:6:36: error: R.grad.avg_pool2d_backward: output_grad has dtype float16, data float32 [E0404]
#|         b = R.grad.avg_pool2d_backward(h, x, pool_size=[2, 2], strides=[2, 2])
#|                                        ^
