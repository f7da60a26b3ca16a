# test: run main(x=iota(2, 3))
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    a = R.shape_of(x)
    b = R.shape_to_tensor(a)
    c = R.size(x)
    l = R.add(R.grad.no_grad(x), x)
    m = R.memory.ensure_zero_offset(l)
    n = R.grad.start_checkpoint(m)
    o = R.grad.end_checkpoint(n)
    return (a, b, c, o)

#| (R.shape([2, 3]),
#|  [2 3],
#|  6,
#|  [[ 0.  2.  4.]
#|   [ 6.  8. 10.]])
