# test: run main(x=iota(1))
# The type says T.max(m - 1, 0) - T.min(1, m), which is -1 here.
@R.function
def main(x: R.Tensor(("m",), "float32")):
    y = R.strided_slice(x, [0], [1], [-1])
    z = R.nn.pad(R.add(y, y), (1, 1))
    return (y, R.concat((y, x, y)), R.sum(y), R.concat((z, y)))

#| ([],
#|  [0.],
#|  0.0,
#|  [0. 0.])
