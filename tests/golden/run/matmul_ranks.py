# test: run main(a=iota(2, 3), b=iota(3, 2), v=iota(3))
# Matrices, vectors on either side, two vectors.
@R.function
def main(a: R.Tensor((2, 3), "float32"), b: R.Tensor((3, 2), "float32"), v: R.Tensor((3,), "float32")):
    with R.dataflow():
        ab = R.matmul(a, b)
        av = R.matmul(a, v)
        vb = R.matmul(v, b)
        vv = R.matmul(v, v)
        R.output(ab, av, vb, vv)
    return (ab, av, vb, vv)

#| ([[10. 13.]
#|   [28. 40.]],
#|  [ 5. 14.],
#|  [10. 13.],
#|  5.0)
