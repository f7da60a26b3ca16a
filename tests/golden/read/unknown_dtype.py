# test: fails check
# With the nearest name.
@R.function
def main(x: R.Tensor((2,), "flaot32")):
    return x
