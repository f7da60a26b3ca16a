# test: fails check
# The inner part of an axis is as long as the layout says.
@R.function
def main(x: R.Tensor((1, 2, 5, 5, 3), "float32"), w: R.Tensor((8, 8, 3, 3), "float32")):
    a = R.nn.conv2d(x, w, data_layout="NCHW4c", out_layout="NCHW")
    return a

#| pieces_of_a_layout.py:5:21: error: R.nn.conv2d: data of shape (1, 2, 5, 5, 3) must have 4 in dim 4 as data_layout="NCHW4c" says, found 3 [E0403]
#|         a = R.nn.conv2d(x, w, data_layout="NCHW4c", out_layout="NCHW")
#|                         ^
