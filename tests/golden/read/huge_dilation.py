# test: fails check
# Strides, padding and dilation are bounded, and the bound is in the message.
@R.function
def main(x: R.Tensor((1, 2, 5, 5), "float32"), w: R.Tensor((2, 2, 3, 3), "float32")):
    y = R.nn.conv2d(x, w, dilation=[9223372036854775807, 1])
    return y

#| huge_dilation.py:5:27: error: R.nn.conv2d: dilation must be at most 2147483647, found 9223372036854775807 [E0304]
#|         y = R.nn.conv2d(x, w, dilation=[9223372036854775807, 1])
#|                               ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
