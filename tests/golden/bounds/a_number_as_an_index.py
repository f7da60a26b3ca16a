# test: fails run main(x=iota(4, 3))
# The index is known before the run, and so is the mistake.
@R.function
def main(x: R.Tensor(("n", 3), "float32")):
    n = T.int64()
    a = R.take(x, R.prim_value(n), axis=0)
    return a

#| a_number_as_an_index.py:6:9: error: R.take: index 4 is outside axis 0 of size 4 [E0701]
#|         a = R.take(x, R.prim_value(n), axis=0)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
