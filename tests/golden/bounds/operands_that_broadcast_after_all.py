# test: run main(x=iota(1, 3), y=iota(2, 1))
# The shape of the result is known when the operands' are; so the JIT compiles it.
@R.function
def main(x: R.Tensor(("a", "b"), "float32"), y: R.Tensor(("c", "d"), "float32")):
    z = R.add(x, y)
    s = R.matmul(R.permute_dims(z), z)
    return s

#| [[ 1.  2.  3.]
#|  [ 2.  5.  8.]
#|  [ 3.  8. 13.]]
