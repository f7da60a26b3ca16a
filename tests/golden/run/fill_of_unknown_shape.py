# test: fails run --fill=rand
# A fill needs a shape; the message says how to give it.
@R.function
def main(x: R.Tensor(ndim=2, dtype="float32")):
    return x

#| hammock: error: parameter 'x' of R.Tensor(dtype="float32", ndim=2): the shape is unknown; give it with the values, as in --input=x=2x2xfloat32=rand
