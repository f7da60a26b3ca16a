# test: fails run main(x=iota(2, 9, 3), g=iota(9), b=iota(9))
# Nine channels in two groups.
@R.function
def main(x: R.Tensor((2, "k", 3), "float32"), g: R.Tensor(("k",), "float32"), b: R.Tensor(("k",), "float32")):
    a = R.nn.group_norm(x, g, b, num_groups=2, channel_axis=1, axes=[2])
    return a

#| channels_that_groups_do_not_divide.py:5:9: error: R.nn.group_norm: the 9 channels of data cannot be divided into 2 groups [E0701]
#|         a = R.nn.group_norm(x, g, b, num_groups=2, channel_axis=1, axes=[2])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
