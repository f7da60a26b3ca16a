# test: opt --passes=LegalizeOps
@R.function
def main():
    y = R.arange(0, -9223372036854775808, 1)
    return y

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main() -> R.Tensor((0,), dtype="int64"):
#|     y: R.Tensor((0,), dtype="int64") = R.arange(R.prim_value(0), R.prim_value(-9223372036854775808), R.prim_value(1), dtype="int64")
#|     return y
