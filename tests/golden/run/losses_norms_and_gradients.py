# test: run main(p=2x3xf32=[[-1 -2 -3][-4 -5 -6]], t=2xi64=[2 -100], w=3xf32=[1 2 4], x=1x2x2x2xf32=[[[[1 2][3 4]][[5 5][5 9]]]], c=2xf32=[1 2], i=2xi64=[1 1], g=2x3xf32=[[1 2 3][4 5 6]])
@R.function
def main(p: R.Tensor((2, 3), "float32"), t: R.Tensor((2,), "int64"), w: R.Tensor((3,), "float32"), x: R.Tensor((1, 2, 2, 2), "float32"), c: R.Tensor((2,), "float32"), i: R.Tensor((2,), "int64"), g: R.Tensor((2, 3), "float32")):
    a = R.nn.nll_loss(p, t, w, reduction="mean", ignore_index=-100)
    b = R.nn.nll_loss(p, t, reduction="none", ignore_index=-100)
    d = R.grad.nll_loss_backward(R.const(8, "float32"), p, t, w, reduction="sum", ignore_index=-100)
    e = R.nn.cross_entropy_with_logits(p, p)
    f = R.nn.batch_norm(x, c, c, c, c, axis=1, epsilon=3.0, training=False)
    h = R.nn.batch_norm(x, c, c, c, c, axis=1, epsilon=0.0, momentum=0.5)
    j = R.nn.instance_norm(x, c, c, channel_axis=1, axes=[2, 3], epsilon=0.0)
    k = R.grad.max_pool2d_backward(R.const([[[[7.0]], [[8.0]]]], "float32"), x, pool_size=[2, 2], strides=[2, 2])
    l = R.grad.avg_pool2d_backward(R.const([[[[8.0]], [[4.0]]]], "float32"), x, pool_size=[2, 2], strides=[2, 2])
    m = R.grad.take_backward(g, g, i, axis=0)
    return (a, b, d, e, f, h, j, k, l, m)

#| (3.0,
#|  [3. 0.],
#|  [[  0.   0. -32.]
#|   [  0.   0.   0.]],
#|  -45.5,
#|  ([[[[1.        1.5      ]
#|      [2.        2.5      ]]
#|
#|     [[4.6832814 4.6832814]
#|      [4.6832814 8.26099  ]]]],
#|   [1. 2.],
#|   [1. 2.]),
#|  ([[[[-0.3416408  0.5527864]
#|      [ 1.4472136  2.3416407]]
#|
#|     [[ 0.8452995  0.8452995]
#|      [ 0.8452995  5.464102 ]]]],
#|   [1.75 4.  ],
#|   [1.125 2.5  ]),
#|  [[[[-0.3416408  0.5527864]
#|     [ 1.4472136  2.3416407]]
#|
#|    [[ 0.8452995  0.8452995]
#|     [ 0.8452995  5.464102 ]]]],
#|  [[[[0. 0.]
#|     [0. 7.]]
#|
#|    [[0. 0.]
#|     [0. 8.]]]],
#|  [[[[2. 2.]
#|     [2. 2.]]
#|
#|    [[1. 1.]
#|     [1. 1.]]]],
#|  [[0. 0. 0.]
#|   [5. 7. 9.]])
