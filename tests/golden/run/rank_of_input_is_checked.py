# test: fails run --input=x=2x3xf32=iota
# A rank without dims is a rank.
@R.function
def main(x: R.Tensor(ndim=1, dtype="float32")):
    return x

#| hammock: error: parameter 'x' of R.Tensor(dtype="float32", ndim=1): '2x3xf32' is (2, 3) of float32; expected (?,) of float32
