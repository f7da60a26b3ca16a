# test: fails run main(x=iota(4, 3))
# Also where all of them are constants, and computed before the first run.
@R.function
def main(x: R.Tensor((4, 3), "float32")):
    i = R.add(R.ones(R.shape([2]), "int64"), R.full(R.shape([2]), R.const(3, "int64")))
    a = R.take(x, i, axis=0)
    return a

#| constant_indices.py:6:9: error: R.take: index 4 at (0,) is outside axis 0 of size 4 [E0701]
#|         a = R.take(x, i, axis=0)
#|             ^~~~~~~~~~~~~~~~~~~~
