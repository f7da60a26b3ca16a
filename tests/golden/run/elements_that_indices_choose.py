# test: run main(x=iota(3, 4), i=2x2xi64=[[2 1][0 3]], e=2x3xi64=[[0 -1 2][1 1 0]], u=2x3xf32=[[10 20 30][40 50 60]], v=2xf32=[7 8], j=2xi32=[-1 0], n=3xi64=[0 2 4])
# Each kernel with its indices: rows of places, places along an axis, one vector for each axis, lengths.
@R.function
def main(x: R.Tensor((3, 4), "float32"), i: R.Tensor((2, 2), "int64"), e: R.Tensor((2, 3), "int64"), u: R.Tensor((2, 3), "float32"), v: R.Tensor((2,), "float32"), j: R.Tensor((2,), "int32"), n: R.Tensor((3,), "int64")):
    a = R.gather_nd(x, i)
    b = R.scatter_nd(x, i, v, reduction="add")
    c = R.scatter_elements(x, e, u, axis=0, reduction="update")
    d = R.scatter_elements(x, e, u, axis=1, reduction="mean")
    f = R.scatter_elements(x, e, u, axis=1, reduction="mul")
    g = R.index_tensor(x, (j, j))
    h = R.index_put(x, (j,), R.zeros((4,), "float32"))
    k = R.slice_scatter(x, R.ones((3, 2), "float32"), R.prim_value(1), R.prim_value(4), R.prim_value(2), axis=1)
    l = R.reverse_sequence(x, n, seq_axis=1, batch_axis=0)
    return (a, b, c, d, f, g, h, k, l)

#| ([9. 3.],
#|  [[ 0.  1.  2. 11.]
#|   [ 4.  5.  6.  7.]
#|   [ 8. 16. 10. 11.]],
#|  [[10.  1. 60.  3.]
#|   [40. 50.  6.  7.]
#|   [ 8. 20. 30. 11.]],
#|  [[ 5.        1.       16.       11.5     ]
#|   [32.       31.666666  6.        7.      ]
#|   [ 8.        9.       10.       11.      ]],
#|  [[0.0e+00 1.0e+00 6.0e+01 6.0e+01]
#|   [2.4e+02 1.0e+04 6.0e+00 7.0e+00]
#|   [8.0e+00 9.0e+00 1.0e+01 1.1e+01]],
#|  [11.  0.],
#|  [[0. 0. 0. 0.]
#|   [4. 5. 6. 7.]
#|   [0. 0. 0. 0.]],
#|  [[ 0.  1.  2.  1.]
#|   [ 4.  1.  6.  1.]
#|   [ 8.  1. 10.  1.]],
#|  [[ 0.  1.  2.  3.]
#|   [ 5.  4.  6.  7.]
#|   [11. 10.  9.  8.]])
