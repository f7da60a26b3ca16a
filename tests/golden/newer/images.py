# test: run --engine=eval --input=x=1x1x3x3xf32=[[[[0,1,2],[3,4,5],[6,7,8]]]]
# Resizing volumes, affine grids, sampling, and regions of interest.
@R.function
def main(x: R.Tensor((1, 1, 3, 3), "float32")):
    with R.dataflow():
        a = R.image.resize3d(R.reshape(x, (1, 1, 1, 3, 3)), (2, 2, 2), method="linear")
        g = R.image.affine_grid(R.const([[[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]], "float32"), (3, 3))
        b = R.image.grid_sample(x, g, align_corners=True)
        c = R.vision.roi_align(x, R.const([[0.0, 0.0, 0.0, 2.0, 2.0]], "float32"), (2, 2), 1.0, sample_ratio=1)
        d = R.vision.roi_pool(x, R.const([[0.0, 0.0, 0.0, 2.0, 2.0]], "float32"), (2, 2), 1.0)
        R.output(a, g, b, c, d)
    return (a, g, b, c, d)

#| ([[[[[1.  2.5]
#|      [5.5 7. ]]
#|
#|     [[1.  2.5]
#|      [5.5 7. ]]]]],
#|  [[[[ 1.  0. -1.]
#|     [ 1.  0. -1.]
#|     [ 1.  0. -1.]]
#|
#|    [[-1. -1. -1.]
#|     [ 0.  0.  0.]
#|     [ 1.  1.  1.]]]],
#|  [[[[2. 1. 0.]
#|     [5. 4. 3.]
#|     [8. 7. 6.]]]],
#|  [[[[2. 3.]
#|     [5. 6.]]]],
#|  [[[[4. 5.]
#|     [7. 8.]]]])
