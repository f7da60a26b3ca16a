# test: fmt
# Symbols of the signature are strings there and declared in the body.
@R.function
def main(x: R.Tensor(("n", 4), "float32"), y: R.Tensor(("n * 2", 4), "float32")):
    z = R.concat((x, y), axis=0)
    return z
