# test: check --verify-roundtrip
# test: fmt --verify-roundtrip
# What is printed reads back as the same module.

# Comments, too.
@R.function(private=True)
def f(x: R.Tensor(("n",), "float32")):  # here
    y = R.add(R.multiply(x, R.const(2, "float32")), x)
    return y

#| $ check --verify-roundtrip
#| $ fmt --verify-roundtrip
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| # Comments, too.
#| @R.function(private=True)
#| def main(x: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):  # here
#|     n = T.int64()
#|     gv: R.Tensor((n,), dtype="float32") = R.multiply(x, R.const(2.0, "float32"))
#|     y: R.Tensor((n,), dtype="float32") = R.add(gv, x)
#|     return y
