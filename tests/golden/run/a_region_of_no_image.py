# test: fails run --engine=eval --fill=full(2)
# test: fails run --fill=full(2)
@R.function
def main(x: R.Tensor((2, 1, 4, 4), "float32"), rois: R.Tensor((1, 5), "float32")):
    return R.vision.roi_align(x, rois, (2, 2), 1.0)

#| $ fails run --engine=eval --fill=full(2)
#| a_region_of_no_image.py:5:12: error: R.vision.roi_align: a region names a batch that does not exist [E0701]
#|         return R.vision.roi_align(x, rois, (2, 2), 1.0)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --fill=full(2)
#| a_region_of_no_image.py:5:12: error: R.vision.roi_align: a region names a batch that does not exist [E0701]
#|         return R.vision.roi_align(x, rois, (2, 2), 1.0)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
