# test: check --verify-roundtrip
# test: fmt --verify-roundtrip
# What is printed reads back as the same module.

# Comments, too.
@R.function(private=True)
def f(x: R.Tensor(("n",), "float32")):  # here
    y = R.add(R.multiply(x, R.const(2, "float32")), x)
    return y
