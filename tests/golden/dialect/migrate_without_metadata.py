# test: fails migrate --no-meta
# What is written has to mean the same.
@R.function
def main(x: R.Tensor((2,), "float32")):
    return x
