# test: fails run main(x=iota(5, 2))
# Only a dim of 1 can be squeezed.
@R.function
def main(x: R.Tensor(("a", 2), "float32")):
    z = R.squeeze(x, axis=[0])
    return z

#| squeezed_dims.py:5:9: error: R.squeeze: axis 0 of shape (5, 2) is 5, only 1 can be squeezed [E0701]
#|         z = R.squeeze(x, axis=[0])
#|             ^~~~~~~~~~~~~~~~~~~~~~
