# test: fails run main(x=iota(5, 2), y=iota(9))
# Ten elements for 63.
@R.function
def main(x: R.Tensor(("a", 2), "float32"), y: R.Tensor(("b",), "float32")):
    b = T.int64()
    z = R.reshape(x, R.shape([b, 7]))
    return z

#| elements_of_a_reshape.py:6:9: error: R.reshape: shape (5, 2) has 10 elements, (9, 7) has 63 [E0701]
#|         z = R.reshape(x, R.shape([b, 7]))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
