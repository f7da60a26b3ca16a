# test: fails check
# Integers of the language have 64 bits.
@R.function
def main(x: R.Tensor((2,), "int64"), y: R.Tensor((99999999999999999999,), "int64")):
    a = R.add(x, R.const(9223372036854775808, "int64"))
    b = R.add(x, R.const(-9223372036854775809, "int64"))
    c = R.const(300, "int8")
    d = R.shape([4611686018427387904 * 4])
    return x

#| integers_have_64_bits.py:4:51: error: the integer does not fit into 64 bits [E0902]
#|     def main(x: R.Tensor((2,), "int64"), y: R.Tensor((99999999999999999999,), "int64")):
#|                                                       ^~~~~~~~~~~~~~~~~~~~
#| integers_have_64_bits.py:5:26: error: the number does not fit into int64 [E0902]
#|         a = R.add(x, R.const(9223372036854775808, "int64"))
#|                              ^~~~~~~~~~~~~~~~~~~
#| integers_have_64_bits.py:6:26: error: the number does not fit into int64 [E0902]
#|         b = R.add(x, R.const(-9223372036854775809, "int64"))
#|                              ^~~~~~~~~~~~~~~~~~~~
#| integers_have_64_bits.py:7:17: error: the number does not fit into int8 [E0902]
#|         c = R.const(300, "int8")
#|                     ^~~
#| integers_have_64_bits.py:8:18: error: the integer does not fit into 64 bits [E0902]
#|         d = R.shape([4611686018427387904 * 4])
#|                      ^~~~~~~~~~~~~~~~~~~~~~~
