# test: fails run main(x=iota(1, 1, 2, 5), w=iota(1, 1, 4, 3))
# A result of negative height.
@R.function
def main(x: R.Tensor((1, 1, "h", 5), "float32"), w: R.Tensor((1, 1, "k", 3), "float32")):
    a = R.nn.conv2d(x, w)
    return a

#| windows_larger_than_the_image.py:5:9: error: R.nn.conv2d: dim 2 of the result would be -1 [E0701]
#|         a = R.nn.conv2d(x, w)
#|             ^~~~~~~~~~~~~~~~~
