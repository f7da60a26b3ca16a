# test: run --engine=eval '--input=x=3xf32=[0 1 2]' --input=y=2x2xf32=iota '--input=z=iota(3)' --input=w=2xf16=full(0.5)
# A parameter may say no more than its rank, or not even that: the values bring their shape and dtype.
@R.function
def main(x: R.Tensor(ndim=1, dtype="float32"), y: R.Tensor(dtype="float32"), z: R.Tensor("float32", ndim=1), w: R.Tensor):
    a = R.add(x, z)
    return (a, y, w)

#| ([0. 2. 4.],
#|  [[0. 1.]
#|   [2. 3.]],
#|  [0.5 0.5])
