# test: fails run --input=x=1x1x4x4xf32=iota --input=rois='1x5xf32=[0 0 0 3 3]'
# Their square is 0 in 64 bits.
@R.function
def main(x: R.Tensor((1, 1, 4, 4), "float32"), rois: R.Tensor((1, 5), "float32")):
    return R.vision.roi_align(x, rois, (2, 2), 1.0, sample_ratio=4294967296, mode="max")

#| regions_of_many_samples.py:5:12: error: R.vision.roi_align: region 0 wants more than 16777216 samples for an element [E0701]
#|         return R.vision.roi_align(x, rois, (2, 2), 1.0, sample_ratio=4294967296, mode="max")
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
