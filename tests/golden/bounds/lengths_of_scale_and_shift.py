# test: fails run main(x=iota(2, 8, 3), g=iota(2), b=iota(2))
# Scale and shift that are shorter than the channels.
@R.function
def main(x: R.Tensor((2, "k", 3), "float32"), g: R.Tensor(("m",), "float32"), b: R.Tensor(("m",), "float32")):
    a = R.nn.group_norm(x, g, b, num_groups=2, channel_axis=1, axes=[2])
    return a

#| lengths_of_scale_and_shift.py:5:9: error: R.nn.group_norm: gamma of shape (2,) does not fit the 8 channels of data [E0701]
#|         a = R.nn.group_norm(x, g, b, num_groups=2, channel_axis=1, axes=[2])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
