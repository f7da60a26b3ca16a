# test: fmt
# Temporaries are numbered as TVM does it.
@R.function
def main(x: R.Tensor((2,), "float32")):
    b = R.multiply(R.add(x, x), x)
    c = R.add(R.add(b, b), R.multiply(b, x))
    return c
