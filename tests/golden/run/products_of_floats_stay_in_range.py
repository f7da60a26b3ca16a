# Parts of a product may be infinite or 0 where all of it is not.
# test: run main(x=8xf32=[0 1e20 1e20 1e20 1e20 1e20 1e20 1e20], y=2x32xf32=full(1e20), z=2x32xf32=full(1e-20), r=300xf32=full(4))
@R.function
def main(x: R.Tensor((8,), "float32"), y: R.Tensor((2, 32), "float32"), z: R.Tensor((2, 32), "float32"), r: R.Tensor((300,), "float32")):
    quarters = R.divide(R.const(-1, "float32"), r)
    both = R.reshape(R.stack((y, z), axis=2), (2, 64))
    return (R.prod(x), R.prod(both, axis=[1]), R.prod(R.astype(both, "float64"), axis=[1]), R.prod(both),
            R.prod(R.concat((r, quarters))), R.prod(R.concat((quarters, r))), R.prod(quarters), R.prod(r),
            R.prod(R.broadcast_to(R.expand_dims(R.concat((r, quarters)), axis=1), (600, 9)), axis=[0]))

#| (0.0,
#|  [0.99999964 0.99999964],
#|  [0.99999963 0.99999963],
#|  0.9999992,
#|  1.0,
#|  1.0,
#|  0.0,
#|  inf,
#|  [1. 1. 1. 1. 1. 1. 1. 1. 1.])
