# test: run --unchecked --input=x=iota --fill=ones
@R.function
def main(x: R.Tensor((3,), "float32"), i: R.Tensor((2,), "int64")):
    y = R.take(x, i, axis=0)
    z = R.scatter_elements(x, i, y)
    return (y, z)

#| ([1. 1.],
#|  [0. 1. 2.])
