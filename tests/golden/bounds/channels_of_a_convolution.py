# test: fails run main(x=iota(1, 9, 5, 5), w=iota(4, 2, 3, 3))
# The channels of data and weight are known only when it runs.
@R.function
def main(x: R.Tensor((1, "c", 5, 5), "float32"), w: R.Tensor((4, "m", 3, 3), "float32")):
    a = R.nn.conv2d(x, w)
    return a

#| channels_of_a_convolution.py:5:9: error: R.nn.conv2d: data of shape (1, 9, 5, 5) has 9 channels, weight of shape (4, 2, 3, 3) takes 2 [E0701]
#|         a = R.nn.conv2d(x, w)
#|             ^~~~~~~~~~~~~~~~~
