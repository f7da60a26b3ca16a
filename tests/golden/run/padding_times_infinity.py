# test: run main(x=ones, w=1x1x3x3xf32=[[inf 1 1][1 1 1][1 1 1]])
# The zeros of the padding are multiplied like any other element.
@R.function
def main(x: R.Tensor((1, 1, 3, 3), "float32"), w: R.Tensor((1, 1, 3, 3), "float32")):
    y = R.nn.conv2d(x, w, padding=[1, 1])
    return (y, x)

#| ([[[[nan nan nan]
#|     [nan inf inf]
#|     [nan inf inf]]]],
#|  [[[[1. 1. 1.]
#|     [1. 1. 1.]
#|     [1. 1. 1.]]]])
