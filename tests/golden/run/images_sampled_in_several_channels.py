# test: run --engine=eval --compare=jit --input=x=iota --input=g='1x2x1x6xf32=[nan inf -inf 1e30 -1 0.3][0 0 0 -1e30 nan -0.2]' --input=z=iota --input="h=full(0.25)"
# What is outside counts as 0, or is the nearest; so is a place that is no number.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 3, 2, 2), "float32"), g: R.Tensor((1, 2, 1, 6), "float32"), z: R.Tensor((1, 2, 2, 3, 66), "float64"), h: R.Tensor((1, 3, 1, 1, 2), "float64")):
        with R.dataflow():
            a = R.image.grid_sample(x, g, padding_mode="zeros")
            b = R.image.grid_sample(x, g, padding_mode="border", method="nearest", align_corners=True)
            c = R.image.grid_sample(x, g, padding_mode="reflection", method="bicubic")
            d = R.sum(R.image.grid_sample(z, h, layout="NDHWC"), axis=[0, 1, 2, 3])
            e = R.strided_slice(d, axes=[0], begin=[62], end=[66])
            R.output(a, b, c, e)
        return (a, b, c, e)

#| ([[[[0.  0.  0.  0.  0.  1.4]]
#| 
#|    [[0.  0.  0.  0.  0.  5.4]]
#| 
#|    [[0.  0.  0.  0.  0.  9.4]]]],
#|  [[[[0. 1. 0. 1. 0. 1.]]
#| 
#|    [[4. 5. 4. 5. 4. 5.]]
#| 
#|    [[8. 9. 8. 9. 8. 9.]]]],
#|  [[[[1.    1.    1.    0.    0.    1.382]]
#| 
#|    [[5.    5.    5.    4.    4.    5.382]]
#| 
#|    [[9.    9.    9.    8.    8.    9.382]]]],
#|  [1196.5 1198.5 1200.5 1202.5])
