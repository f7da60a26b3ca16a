# test: run main(x=iota(1, 1, 2, 2), m=1x2x3xf32=[[[1 0 0][0 1 0]]], far=1x2x1x1xf32=[[[[5]][[5]]]], v=iota(1, 1, 1, 2, 2), w=1x1x1x1x2xf32=[[[[[1 2]]]]])
# The middle of four elements is their mean for every method that mixes; the places of the identity are the elements.
@R.function
def main(x: R.Tensor((1, 1, 2, 2), "float32"), m: R.Tensor((1, 2, 3), "float32"), far: R.Tensor((1, 2, 1, 1), "float32"), v: R.Tensor((1, 1, 1, 2, 2), "float32"), w: R.Tensor((1, 1, 1, 1, 2), "float32")):
    a = R.image.affine_grid(m, (2, 2))
    b = R.image.grid_sample(x, a, align_corners=True)
    c = R.image.grid_sample(x, R.zeros((1, 2, 1, 1), "float32"))
    d = R.image.grid_sample(x, far)
    e = R.image.grid_sample(x, far, method="nearest", padding_mode="border")
    f = R.image.grid_sample(x, R.zeros((1, 2, 1, 1), "float32"), method="bicubic", padding_mode="reflection")
    g = R.image.resize3d(v, (2, 2, 4), method="nearest_neighbor", rounding_method="floor")
    h = R.image.resize3d(v, (1, 1, 1), method="linear")
    i = R.image.resize2d(x, (1, 1), method="cubic")
    j = R.image.resize2d(x, (2, 2), roi=(0, 0, 1, 2), method="linear", coordinate_transformation_mode="tf_crop_and_resize", extrapolation_value=9)
    k = R.nn.conv3d_transpose(v, w)
    return (a, b, c, d, e, f, g, h, i, j, k)

#| ([[[[-1.  1.]
#|     [-1.  1.]]
#|
#|    [[-1. -1.]
#|     [ 1.  1.]]]],
#|  [[[[0. 1.]
#|     [2. 3.]]]],
#|  [[[[1.5]]]],
#|  [[[[0.]]]],
#|  [[[[3.]]]],
#|  [[[[1.5]]]],
#|  [[[[[0. 0. 0. 1.]
#|      [2. 2. 2. 3.]]
#|
#|     [[0. 0. 0. 1.]
#|      [2. 2. 2. 3.]]]]],
#|  [[[[[1.5]]]]],
#|  [[[[1.5]]]],
#|  [[[[0. 9.]
#|     [2. 9.]]]],
#|  [[[[[0. 1. 2.]
#|      [2. 7. 6.]]]]])
