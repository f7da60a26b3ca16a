# test: fmt
# A name bound again is a new variable.
@R.function
def main(x: R.Tensor((2,), "float32")):
    x = R.add(x, x)
    x = R.add(x, x)
    return x
