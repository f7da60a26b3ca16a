# test: run --compare=eval --input=x=1x2x4x3xf16=iota --input=rois='4x5xf16=[0 0 0 nan 3][0 nan 0 3 inf][0 0 -1e4 3 nan][0 -inf 1 2 2]'
# As of float32, without its routine: a length that is no number stays none, also times a scale of 0.
@R.function
def main(x: R.Tensor((1, 2, 4, 3), "float16"), rois: R.Tensor((4, 5), "float16")):
    a = R.vision.roi_pool(x, rois, (2, 1), 0.5)
    b = R.vision.roi_align(x, rois, (2, 1), 0.5, sample_ratio=2)
    c = R.vision.roi_align(x, rois, (2, 1), 0.5, sample_ratio=1, aligned=True, mode="max")
    d = R.vision.roi_pool(x, rois, (2, 1), 0.0)
    return (a, b, c, d)

#| ([[[[0.]
#|     [0.]]
#|
#|    [[0.]
#|     [0.]]]
#|
#|
#|   [[[0.]
#|     [0.]]
#|
#|    [[0.]
#|     [0.]]]
#|
#|
#|   [[[0.]
#|     [0.]]
#|
#|    [[0.]
#|     [0.]]]
#|
#|
#|   [[[0.]
#|     [0.]]
#|
#|    [[0.]
#|     [0.]]]],
#|  [[[[0.]
#|     [0.]]
#|
#|    [[0.]
#|     [0.]]]
#|
#|
#|   [[[0.]
#|     [0.]]
#|
#|    [[0.]
#|     [0.]]]
#|
#|
#|   [[[0.]
#|     [0.]]
#|
#|    [[0.]
#|     [0.]]]
#|
#|
#|   [[[0.]
#|     [0.]]
#|
#|    [[0.]
#|     [0.]]]],
#|  [[[[0.]
#|     [0.]]
#|
#|    [[0.]
#|     [0.]]]
#|
#|
#|   [[[0.]
#|     [0.]]
#|
#|    [[0.]
#|     [0.]]]
#|
#|
#|   [[[0.]
#|     [0.]]
#|
#|    [[0.]
#|     [0.]]]
#|
#|
#|   [[[0.]
#|     [0.]]
#|
#|    [[0.]
#|     [0.]]]],
#|  [[[[0.]
#|     [0.]]
#|
#|    [[0.]
#|     [0.]]]
#|
#|
#|   [[[0.]
#|     [0.]]
#|
#|    [[0.]
#|     [0.]]]
#|
#|
#|   [[[0.]
#|     [0.]]
#|
#|    [[0.]
#|     [0.]]]
#|
#|
#|   [[[0.]
#|     [0.]]
#|
#|    [[0.]
#|     [0.]]]])
#| remark: the JIT does not compile R.vision.roi_pool of these operands: eval computed it
