# test: fails check
# No rule makes a dim that wraps.
@R.function
def main(x: R.Tensor((4,), "float32"), y: R.Tensor((4611686018427387905, 4), "float32"), n: R.Tensor((9223372036854775807, 1, 1, 1), "float32")):
    a = R.tile(x, repeats=[4611686018427387905])
    b = R.repeat(x, 4611686018427387905, axis=0)
    c = R.concat((y, y, y), axis=0)
    d = R.flatten(y)
    e = R.nn.pad(n, (1, 1, 0, 0, 0, 0, 0, 0))
    f = R.reshape(y, R.shape([4]))
    g = R.cumsum(y)
    h = R.nn.batch_flatten(R.permute_dims(n, [1, 0, 2, 3]))
    i = R.arange(R.prim_value(-9223372036854775807), R.prim_value(9223372036854775807), R.prim_value(1))
    return x

#| sizes_beyond_64_bits.py:5:9: error: R.tile: a size does not fit into 64 bits [E0902]
#|         a = R.tile(x, repeats=[4611686018427387905])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| sizes_beyond_64_bits.py:6:9: error: R.repeat: a size does not fit into 64 bits [E0902]
#|         b = R.repeat(x, 4611686018427387905, axis=0)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| sizes_beyond_64_bits.py:7:9: error: R.concat: a size does not fit into 64 bits [E0902]
#|         c = R.concat((y, y, y), axis=0)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~
#| sizes_beyond_64_bits.py:8:9: error: R.flatten: a size does not fit into 64 bits [E0902]
#|         d = R.flatten(y)
#|             ^~~~~~~~~~~~
#| sizes_beyond_64_bits.py:9:9: error: R.nn.pad: a size does not fit into 64 bits [E0902]
#|         e = R.nn.pad(n, (1, 1, 0, 0, 0, 0, 0, 0))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| sizes_beyond_64_bits.py:10:9: error: R.reshape: a size does not fit into 64 bits [E0902]
#|         f = R.reshape(y, R.shape([4]))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~
#| sizes_beyond_64_bits.py:11:9: error: R.cumsum: a size does not fit into 64 bits [E0902]
#|         g = R.cumsum(y)
#|             ^~~~~~~~~~~
#| sizes_beyond_64_bits.py:13:9: error: R.arange: a size does not fit into 64 bits [E0902]
#|         i = R.arange(R.prim_value(-9223372036854775807), R.prim_value(9223372036854775807), R.prim_value(1))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
