# test: fails check
# A dim that nothing defines.
@R.function
def main(x: R.Tensor(("m + 1",), "float32")):
    return x
