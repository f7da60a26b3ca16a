# test: run main(x=2x4xf32=[[3 1 nan 2][5 5 0 -1]], p=1x3xf32=[[0.25 0.25 0.5]], s=3x1xf32=[[0.1][0.3][0.9]], r=3x1xi64=[[0][0][0]], b=3xf32=[1 2 3])
# Sorts are stable in both directions; NaN comes last.
@R.function
def main(x: R.Tensor((2, 4), "float32"), p: R.Tensor((1, 3), "float32"), s: R.Tensor((3, 1), "float32"), r: R.Tensor((3, 1), "int64"), b: R.Tensor((3,), "float32")):
    a = R.sort(x, axis=1)
    c = R.argsort(x, axis=1, descending=True)
    d = R.topk(x, k=2, axis=1)
    e = R.sort(x, axis=0, descending=True)
    f = R.median(x, axis=[1])
    g = R.median(x)
    h = R.bucketize(x, b)
    i = R.bucketize(x, b, out_int32=True, right=True)
    j = R.multinomial_from_uniform(p, s, r)
    return (a, c, d, e, f, g, h, i, j)

#| ([[ 1.  2.  3. nan]
#|   [-1.  0.  5.  5.]],
#|  [[0 3 1 2]
#|   [0 1 2 3]],
#|  ([[3. 2.]
#|    [5. 5.]],
#|   [[0 3]
#|    [0 1]]),
#|  [[ 5.  5.  0.  2.]
#|   [ 3.  1. nan -1.]],
#|  ([2. 0.],
#|   [3 2]),
#|  2.0,
#|  [[2 0 0 1]
#|   [3 3 0 0]],
#|  [[3 1 3 2]
#|   [3 3 0 0]],
#|  [[0]
#|   [1]
#|   [2]])
