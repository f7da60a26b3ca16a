# test: fails check
# Strides and widths are bounded, so that no sum of them overflows.
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    with R.dataflow():
        a = R.strided_slice(x, axes=[0], begin=[0], end=[9223372036854775807], strides=[9223372036854775807])
        b = R.nn.pad(x, pad_width=[9223372036854775807, 9223372036854775807, 0, 0])
        c = R.strided_slice(x, axes=[0], begin=[0], end=[9223372036854775807], strides=[2])
        R.output(c)
    return c

#| huge_slice_and_pad.py:6:13: error: R.strided_slice: a stride must lie within 2147483647, found 9223372036854775807 [E0304]
#|             a = R.strided_slice(x, axes=[0], begin=[0], end=[9223372036854775807], strides=[9223372036854775807])
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| huge_slice_and_pad.py:7:25: error: R.nn.pad: pad_width must lie within 2147483647, found 9223372036854775807 [E0304]
#|             b = R.nn.pad(x, pad_width=[9223372036854775807, 9223372036854775807, 0, 0])
#|                             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
