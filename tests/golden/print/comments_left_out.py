# test: fmt --no-comments
# TVM's text has none.

# A file begins.
@R.function
def main(x: R.Tensor((2,), "float32")):  # begins
    # before
    y = R.add(x, x)  # behind
    return y
