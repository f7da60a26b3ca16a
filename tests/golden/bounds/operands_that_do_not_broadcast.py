# test: fails run main(x=iota(3), y=iota(4))
# Of two symbols nobody knows whether they are equal, or one of them 1.
@R.function
def main(x: R.Tensor(("a",), "float32"), y: R.Tensor(("b",), "float32")):
    z = R.add(x, y)
    return z

#| operands_that_do_not_broadcast.py:5:9: error: R.add: shapes (3,) and (4,) do not broadcast: dim 0 is 3 here and 4 there [E0701]
#|         z = R.add(x, y)
#|             ^~~~~~~~~~~
