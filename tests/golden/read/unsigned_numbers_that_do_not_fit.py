# test: fails check
# Beyond 2^63 - 1 there is uint64, in constants alone.
@R.function
def main(x: R.Tensor((2,), "float32")):
    a = R.const(2**64, "uint64")
    b = R.const(9223372036854775808, "int64")
    c = R.const([9223372036854775808, 1])
    d = R.const([9223372036854775808, -1], "uint64")
    e = R.const(36893488147419103232, "uint64")
    f = R.sum(x, axis=[9223372036854775808])
    g = R.const(R.shape([9223372036854775808]), "uint64")
    return x

#| unsigned_numbers_that_do_not_fit.py:5:17: error: the number does not fit into uint64 [E0902]
#|         a = R.const(2**64, "uint64")
#|                     ^~~~~
#| unsigned_numbers_that_do_not_fit.py:6:17: error: the number does not fit into int64 [E0902]
#|         b = R.const(9223372036854775808, "int64")
#|                     ^~~~~~~~~~~~~~~~~~~
#| unsigned_numbers_that_do_not_fit.py:7:18: error: the number does not fit into int32 [E0902]
#|         c = R.const([9223372036854775808, 1])
#|                      ^~~~~~~~~~~~~~~~~~~
#| unsigned_numbers_that_do_not_fit.py:8:39: error: the number does not fit into uint64 [E0902]
#|         d = R.const([9223372036854775808, -1], "uint64")
#|                                           ^~
#| unsigned_numbers_that_do_not_fit.py:9:17: error: the integer does not fit into 64 bits [E0902]
#|         e = R.const(36893488147419103232, "uint64")
#|                     ^~~~~~~~~~~~~~~~~~~~
#| unsigned_numbers_that_do_not_fit.py:10:24: error: the integer does not fit into 64 bits [E0902]
#|         f = R.sum(x, axis=[9223372036854775808])
#|                            ^~~~~~~~~~~~~~~~~~~
#| unsigned_numbers_that_do_not_fit.py:11:26: error: the integer does not fit into 64 bits [E0902]
#|         g = R.const(R.shape([9223372036854775808]), "uint64")
#|                              ^~~~~~~~~~~~~~~~~~~
