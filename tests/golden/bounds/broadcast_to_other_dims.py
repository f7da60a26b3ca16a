# test: fails run main(x=iota(10, 2), y=iota(7))
# Ten rows cannot become seven.
@R.function
def main(x: R.Tensor(("a", 2), "float32"), y: R.Tensor(("b",), "float32")):
    b = T.int64()
    z = R.broadcast_to(x, R.shape([b, 2]))
    return z

#| broadcast_to_other_dims.py:6:9: error: R.broadcast_to: shape (10, 2) cannot be broadcast to (7, 2): 10 is not 7 [E0701]
#|         z = R.broadcast_to(x, R.shape([b, 2]))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
