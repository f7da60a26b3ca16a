# test: run --input=x=1x1x4x4xf32=iota --input=rois='3x5xf32=[0 0 0 3 inf][0 nan 0 3 inf][0 0 -1e30 3 inf]'
# Bins without an element are 0.
@R.function
def main(x: R.Tensor((1, 1, 4, 4), "float32"), rois: R.Tensor((3, 5), "float32")):
    r = R.vision.roi_pool(x, rois, pooled_size=[2, 2], spatial_scale=1.0)
    return r

#| [[[[13. 15.]
#|    [ 0.  0.]]]
#|
#|
#|  [[[ 0.  0.]
#|    [ 0.  0.]]]
#|
#|
#|  [[[13. 15.]
#|    [ 0.  0.]]]]
