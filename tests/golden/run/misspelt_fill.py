# test: fails run --input=x=2x4xf32=rnad
# What stands for values may have been meant as a fill.
@R.function
def main(x: R.Tensor((2, 4), "float32")):
    return x

#| hammock: error: parameter 'x' of R.Tensor((2, 4), dtype="float32"): 'rnad' is not a value of float32; did you mean 'rand'?
