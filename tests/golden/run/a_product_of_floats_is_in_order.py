# Parts of a product may be infinite where another is 0: it is the product of the first, the second, and so on.
# test: run main(x=8xf32=[0 1e20 1e20 1e20 1e20 1e20 1e20 1e20], y=2x32xf32=full(1e20), z=2x32xf32=full(1e-20))
@R.function
def main(x: R.Tensor((8,), "float32"), y: R.Tensor((2, 32), "float32"), z: R.Tensor((2, 32), "float32")):
    both = R.reshape(R.stack((y, z), axis=2), (2, 64))
    return (R.prod(x), R.prod(both, axis=[1]), R.prod(R.astype(both, "float64"), axis=[1]), R.prod(both))

#| (0.0,
#|  [0.99999964 0.99999964],
#|  [0.99999963 0.99999963],
#|  0.9999992)
