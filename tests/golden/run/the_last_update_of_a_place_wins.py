# test: run main(x=4x3xf32=zeros, i=3x3xi64=[[0 -1 2][0 3 2][0 1 -2]], u=3x3xf32=[[1 2 3][4 5 6][7 8 9]], r=3x1xi64=[[1][3][1]], v=5xf32=[-1 nan 2 3 9], b=4xf32=[0 2 2 3])
# Updates come in the order in which they stand, whatever threads do; equal bounds stand together.
@R.function
def main(x: R.Tensor((4, 3), "float32"), i: R.Tensor((3, 3), "int64"), u: R.Tensor((3, 3), "float32"), r: R.Tensor((3, 1), "int64"), v: R.Tensor((5,), "float32"), b: R.Tensor((4,), "float32")):
    a = R.scatter_elements(x, i, u, axis=0)
    c = R.scatter_elements(x, i, u, axis=0, reduction="add")
    d = R.scatter_nd(x, r, u)
    e = R.index_put(x, (R.squeeze(r, axis=[1]),), u, accumulate=True)
    f = R.bucketize(v, b)
    g = R.bucketize(v, b, right=True)
    return (a, c, d, e, f, g)

#| ([[7. 0. 0.]
#|   [0. 8. 0.]
#|   [0. 0. 9.]
#|   [0. 5. 0.]],
#|  [[12.  0.  0.]
#|   [ 0.  8.  0.]
#|   [ 0.  0. 18.]
#|   [ 0.  7.  0.]],
#|  [[0. 0. 0.]
#|   [7. 8. 9.]
#|   [0. 0. 0.]
#|   [4. 5. 6.]],
#|  [[ 0.  0.  0.]
#|   [ 8. 10. 12.]
#|   [ 0.  0.  0.]
#|   [ 4.  5.  6.]],
#|  [0 0 1 3 4],
#|  [0 4 3 4 4])
