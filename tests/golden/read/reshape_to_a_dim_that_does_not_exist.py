# test: fails check
# The dim that -1 stands for is no integer; the message is about what is written.
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    y = R.reshape(x, (4, -1))
    return y

#| reshape_to_a_dim_that_does_not_exist.py:5:22: error: -1 in a new shape cannot be inferred: the tensor has 6 elements, no multiple of 4 [E0403]
#|         y = R.reshape(x, (4, -1))
#|                          ^~~~~~~
