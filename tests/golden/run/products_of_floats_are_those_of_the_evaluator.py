# test: run --compare=eval --input='x=4x64xf32=full(1e20)' --input='y=4x64xf32=full(1e-20)'
# Neither engine loses a product whose parts are beyond the numbers of its type, and 0 times numbers is 0 for both.
@R.function
def main(x: R.Tensor((4, 64), "float32"), y: R.Tensor((4, 64), "float32")):
    rows = R.concat((x, y), axis=1)
    zeros = R.concat((x, R.zeros((4, 1), "float32")), axis=1)
    large = R.multiply(R.astype(x, "float64"), R.const(1e280, "float64"))
    doubles = R.concat((large, R.divide(R.const(1, "float64"), large)), axis=1)
    return (R.prod(rows, axis=[1]), R.prod(zeros, axis=[1]), R.prod(doubles), R.prod(zeros), R.prod(x))

#| ([1. 1. 1. 1.],
#|  [0. 0. 0. 0.],
#|  1.0,
#|  0.0,
#|  inf)
