# test: run --compare=eval --input=x=ones --input=g='1x2x1x4xf16=[[[inf -inf nan 0]][[0 0 0 0]]]' --input=y=ones --input=h='1x2x1x4xf32=[[[inf -inf nan 0.5]][[0 0 0 0]]]'
# Of an axis with one element: a corner's place is 0 where the coordinate is a number, and otherwise outside.
@R.function
def main(x: R.Tensor((1, 1, 3, 1), "float16"), g: R.Tensor((1, 2, 1, 4), "float16"), y: R.Tensor((1, 1, 3, 1), "float32"), h: R.Tensor((1, 2, 1, 4), "float32")):
    with R.dataflow():
        a = R.image.grid_sample(x, g, method="nearest", padding_mode="zeros", align_corners=True)
        b = R.image.grid_sample(y, h, layout="CNHW", padding_mode="zeros", align_corners=True)
        c = R.image.grid_sample(y, h, method="bicubic", padding_mode="border", align_corners=True)
        R.output(a, b, c)
    return (a, b, c)

#| ([[[[0. 0. 0. 1.]]]],
#|  [[[[0. 0. 0. 1.]]]],
#|  [[[[1. 1. 1. 1.]]]])
