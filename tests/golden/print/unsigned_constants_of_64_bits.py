# test: fmt
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

#| $ fmt
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main() -> R.Tuple(R.Tensor((), dtype="uint64"), R.Tensor((3,), dtype="uint64"), R.Tensor((2,), dtype="uint64"), R.Tensor((), dtype="float64")):
#|     a: R.Tensor((), dtype="uint64") = R.const(18446744073709551615, "uint64")
#|     b: R.Tensor((3,), dtype="uint64") = R.const([18446744073709551615, 9223372036854775808, 3], "uint64")
#|     c: R.Tensor((2,), dtype="uint64") = R.add(R.const([9223372036854775808, 9223372036854775808], "uint64"), R.const([9223372036854775808, 1], "uint64"))
#|     d: R.Tensor((), dtype="float64") = R.const(1180591620717411303424.0, "float64")
#|     return (a, b, c, d)
#| $ run
#| (18446744073709551615,
#|  [18446744073709551615  9223372036854775808                    3],
#|  [                  0 9223372036854775809],
#|  1.1805916207174113e+21)
