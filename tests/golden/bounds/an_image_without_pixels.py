# test: fails run main(x=iota(1, 1, 0, 4))
# There is no pixel to take for the new ones.
@R.function
def main(x: R.Tensor((1, 1, "h", 4), "float32")):
    a = R.image.resize2d(x, R.shape([2, 2]), method="nearest_neighbor")
    return a

#| an_image_without_pixels.py:5:9: error: R.image.resize2d: data of shape (1, 1, 0, 4) has no pixels to make (2, 2) of [E0701]
#|         a = R.image.resize2d(x, R.shape([2, 2]), method="nearest_neighbor")
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
