# test: run main(x=iota(1, 1, 2, 3))
# Asymmetric and half-pixel coordinates, up and down.
@R.function
def main(x: R.Tensor((1, 1, 2, 3), "float32")):
    with R.dataflow():
        a = R.image.resize2d(x, (4, 6), method="nearest_neighbor", coordinate_transformation_mode="asymmetric")
        b = R.image.resize2d(x, (3, 4), method="nearest_neighbor", coordinate_transformation_mode="half_pixel")
        c = R.image.resize2d(x, (1, 2), method="nearest_neighbor", coordinate_transformation_mode="asymmetric", rounding_method="floor")
        R.output(a, b, c)
    return (a, b, c)

#| ([[[[0. 0. 1. 1. 2. 2.]
#|     [0. 0. 1. 1. 2. 2.]
#|     [3. 3. 4. 4. 5. 5.]
#|     [3. 3. 4. 4. 5. 5.]]]],
#|  [[[[0. 1. 1. 2.]
#|     [3. 4. 4. 5.]
#|     [3. 4. 4. 5.]]]],
#|  [[[[0. 1.]]]])
