# test: fails run --engine=eval --input=x=2x4xf32=iota --input=s=[3,4]
# A shape is checked as tensors are.
@R.function
def main(x: R.Tensor(("n", 4), "float32"), s: R.Shape(["n", 4])):
    return x

#| hammock: error: parameter 's' of R.Shape([n, 4]): dim 0 of '[3,4]' is 3, expected 2
