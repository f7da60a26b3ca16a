# test: fails check
# The axis and the rank are named.
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    with R.dataflow():
        y = R.nn.softmax(x, axis=2)
        R.output(y)
    return y

#| axis_out_of_range.py:6:29: error: R.nn.softmax: axis=2 is outside [-2, 2), the axes of rank 2 [E0405]
#|             y = R.nn.softmax(x, axis=2)
#|                                 ^~~~~~
