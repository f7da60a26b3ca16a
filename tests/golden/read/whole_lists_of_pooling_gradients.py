# test: fails check
# Their lists are written whole; a number stands for none.
@R.function
def main(g: R.Tensor((1, 1, 2, 2), "float32"), x: R.Tensor((1, 1, 4, 4), "float32")):
    a = R.grad.avg_pool2d_backward(g, x, pool_size=[2, 2], strides=[2, 2])
    b = R.grad.avg_pool2d_backward(g, x, 2, [2, 2])
    c = R.grad.max_pool2d_backward(g, x, [2, 2], [2, 2], padding=[0, 0])
    return a

#| whole_lists_of_pooling_gradients.py:6:42: error: R.grad.avg_pool2d_backward: 'pool_size' must be a list of integers, not an integer [E0327]
#|         b = R.grad.avg_pool2d_backward(g, x, 2, [2, 2])
#|                                              ^
#| whole_lists_of_pooling_gradients.py:7:66: error: R.grad.max_pool2d_backward: 'padding' takes 4 integers, not 2 [E0304]
#|         c = R.grad.max_pool2d_backward(g, x, [2, 2], [2, 2], padding=[0, 0])
#|                                                                      ^~~~~~
