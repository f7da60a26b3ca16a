# test: run
# As numpy has it, an integer that only uint64 holds is one.
import numpy as np

W = np.array([9223372036854775808, 1])

@R.function
def main():
    a = R.const(18446744073709551615, "uint64")
    b = R.const([2**64 - 1, 2**63, 3], "uint64")
    c = R.add(R.const(np.full((2,), 2**63)), R.const(W))
    d = R.const(2**70, "float64")
    return (a, b, c, d)

#| (18446744073709551615,
#|  [18446744073709551615  9223372036854775808                    3],
#|  [                  0 9223372036854775809],
#|  1.1805916207174113e+21)
