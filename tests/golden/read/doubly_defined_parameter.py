# test: fails check
# Two parameters of one name.
@R.function
def main(x: R.Tensor((2,), "float32"), x: R.Tensor((2,), "float32")):
    return x
