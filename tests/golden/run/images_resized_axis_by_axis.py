# test: run --dim=n=4..12:4 --fill='rand(normal,seed=7)' --guard
# test: run --dim=n=5..5 --entry=volumes --fill='rand(normal,seed=7)' --guard
# An image that grows is mixed along its last axis first, and what that gives along the one before; one that shrinks is
# mixed at once. What is expensive to compute is computed once, whatever reads it.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((1, 2, "n", 7), "float32"), h: R.Tensor((1, 2, "n", 7), "float16"), i: R.Tensor((2, 1, 6, "n"), "uint8")):
        n = T.int64()
        with R.dataflow():
            a = R.image.resize2d(x, R.shape([23, 19]), method="linear", coordinate_transformation_mode="half_pixel")
            b = R.image.resize2d(R.exp(x), R.shape([17, 30]), method="cubic", coordinate_transformation_mode="align_corners")
            c = R.image.resize2d(x, R.shape([3, 4]), method="linear", coordinate_transformation_mode="asymmetric")
            d = R.image.resize2d(h, R.shape([15, 14]), method="linear", coordinate_transformation_mode="pytorch_half_pixel")
            e = R.image.resize2d(i, R.shape([9, 33]), method="cubic", out_dtype="float32")
            f = R.image.resize2d(x, R.shape([20, 20]), roi=(0.1, 0.2, 0.8, 1.3), method="linear", coordinate_transformation_mode="tf_crop_and_resize", extrapolation_value=2.5)
            R.output(a, b, c, d, e, f)
        return (a, b, c, d, e, f)

    @R.function
    def volumes(x: R.Tensor((1, 2, "n", 4, 3), "float32")):
        n = T.int64()
        with R.dataflow():
            a = R.image.resize3d(x, R.shape([9, 8, 7]), method="linear", coordinate_transformation_mode="half_pixel")
            b = R.image.resize3d(R.nn.relu(x), R.shape([5, 9, 2]), method="linear", coordinate_transformation_mode="align_corners")
            R.output(a, b)
        return (a, b)

#| $ run --dim=n=4..12:4 --fill='rand(normal,seed=7)' --guard
#| n=4: agrees
#| n=8: agrees
#| n=12: agrees
#| 3 of 3 sizes agree
#| $ run --dim=n=5..5 --entry=volumes --fill='rand(normal,seed=7)' --guard
#| n=5: agrees
#| 1 of 1 sizes agree
