# test: run --engine=eval --input=x=2x4xf32=[[0,1,2,3],[4,5,6,7]] --input=i=2xi64=[1,0] --input=j=2x1xi64=[[3],[2]]
# Index tensors, searches and medians.
@R.function
def main(x: R.Tensor((2, 4), "float32"), i: R.Tensor((2,), "int64"), j: R.Tensor((2, 1), "int64")):
    with R.dataflow():
        a = R.index_tensor(x, (i, j))
        b = R.index_tensor(x, (i,))
        c = R.index_put(x, (i, i), R.const([10.0, 20.0], "float32"), accumulate=True)
        d = R.bucketize(x, R.const([1.0, 3.5, 5.0], "float32"), out_int32=True)
        e = R.median(x, axis=[1])
        f = R.median(x)
        g = R.take(x, R.const([-1, 5, 2], "int64"), axis=1, mode="clip")
        h = R.take(x, R.const([-1, 5, 2], "int64"), axis=1, mode="wrap")
        k = R.take(x, R.const([-1, 5, 2], "int64"), axis=1, mode="nan")
        R.output(a, b, c, d, e, f, g, h, k)
    return (a, b, c, d, e, f, g, h, k)

#| ([[7. 3.]
#|   [6. 2.]],
#|  [[4. 5. 6. 7.]
#|   [0. 1. 2. 3.]],
#|  [[20.  1.  2.  3.]
#|   [ 4. 15.  6.  7.]],
#|  [[0 0 1 1]
#|   [2 2 3 3]],
#|  ([1. 5.],
#|   [1 1]),
#|  3.0,
#|  [[0. 3. 2.]
#|   [4. 7. 6.]],
#|  [[3. 1. 2.]
#|   [7. 5. 6.]],
#|  [[nan nan  2.]
#|   [nan nan  6.]])
