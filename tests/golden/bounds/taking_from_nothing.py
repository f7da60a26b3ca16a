# test: fails run main(x=iota(0, 3))
# An axis without elements has none to take, whatever the mode makes of an index.
@R.function
def main(x: R.Tensor(("n", 3), "float32")):
    a = R.take(x, R.zeros(R.shape([2]), "int64"), axis=0, mode="clip")
    return a

#| taking_from_nothing.py:5:9: error: R.take: indices of shape (2,) into an axis of 0, axis 0 of shape (0, 3) [E0701]
#|         a = R.take(x, R.zeros(R.shape([2]), "int64"), axis=0, mode="clip")
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
