# test: fails check
# Sizes that no tensor has.
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    a = R.repeat(x, repeats=4611686018427387904)
    b = R.tile(x, repeats=(4611686018427387904, 4611686018427387904))
    c = R.zeros((4611686018427387904,), "int8")
    d = R.concat((c, c, c), axis=0)
    e = R.zeros((4611686018427387904, 4), "int8")
    f = R.reshape(e, (-1, 3))
    g = R.zeros((-3,), "float32")
    return x

#| dims_beyond_64_bits.py:5:9: error: R.repeat: a size does not fit into 64 bits [E0902]
#|         a = R.repeat(x, repeats=4611686018427387904)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| dims_beyond_64_bits.py:6:9: error: R.tile: a size does not fit into 64 bits [E0902]
#|         b = R.tile(x, repeats=(4611686018427387904, 4611686018427387904))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| dims_beyond_64_bits.py:8:9: error: R.concat: a size does not fit into 64 bits [E0902]
#|         d = R.concat((c, c, c), axis=0)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~
#| dims_beyond_64_bits.py:10:22: error: -1 in a new shape cannot be inferred: the elements of the tensor are more than 64 bits can count [E0902]
#|         f = R.reshape(e, (-1, 3))
#|                          ^~~~~~~
#| dims_beyond_64_bits.py:11:9: error: R.zeros: dim 0 of the result would be -3 [E0403]
#|         g = R.zeros((-3,), "float32")
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~
