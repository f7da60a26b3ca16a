# test: run main(x=iota(1, 2, 5), w=1x2x2xf32=[[[1 2][3 4]]], y=iota(1, 1, 2, 2), k=1x1x2x2xf32=[[[[1 2][3 4]]]], z=iota(1, 1, 2, 2, 2), m=iota(2, 3))
@R.function
def main(x: R.Tensor((1, 2, 5), "float32"), w: R.Tensor((1, 2, 2), "float32"), y: R.Tensor((1, 1, 2, 2), "float32"), k: R.Tensor((1, 1, 2, 2), "float32"), z: R.Tensor((1, 1, 2, 2, 2), "float32"), m: R.Tensor((2, 3), "float32")):
    a = R.nn.conv1d(x, w, strides=2)
    b = R.nn.conv1d_transpose(R.ones((1, 1, 2), "float32"), w, strides=2)
    c = R.nn.conv2d_transpose(y, k)
    d = R.nn.conv3d(z, R.ones((1, 1, 2, 2, 2), "float32"), padding=[0, 0, 0, 0, 0, 0])
    e = R.nn.adaptive_avg_pool1d(x, output_size=[2])
    f = R.nn.adaptive_avg_pool2d(y, output_size=[1, 1])
    g = R.nn.adaptive_avg_pool3d(z, output_size=[1, 2, 1])
    h = R.einsum((m, m), subscripts="ij,kj->ik")
    i = R.collapse_sum_to(m, (2, 1))
    j = R.collapse_sum_like(m, R.ones((3,), "float32"))
    l = R.prod(R.add(m, R.const(1, "float32")), axis=[1])
    n = R.layout_transform(m, index_map=lambda i, j: (j, i))
    o = R.cumsum(m, axis=1)
    p = R.cumprod(m, exclusive=True)
    return (a, b, c, d, e, f, g, h, i, j, l, n, o, p)

#| ([[[41. 61.]]],
#|  [[[1. 2. 1. 2.]
#|    [3. 4. 3. 4.]]],
#|  [[[[ 0.  1.  2.]
#|     [ 2. 10. 10.]
#|     [ 6. 17. 12.]]]],
#|  [[[[[28.]]]]],
#|  [[[1. 3.]
#|    [6. 8.]]],
#|  [[[[1.5]]]],
#|  [[[[[2.5]
#|      [4.5]]]]],
#|  [[ 5. 14.]
#|   [14. 50.]],
#|  [[ 3.]
#|   [12.]],
#|  [3. 5. 7.],
#|  [  6. 120.],
#|  [[0. 3.]
#|   [1. 4.]
#|   [2. 5.]],
#|  [[ 0.  1.  3.]
#|   [ 3.  7. 12.]],
#|  [1. 0. 0. 0. 0. 0.])
