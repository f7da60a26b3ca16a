# test: run main(x=iota(2, 2), v=3xf32=[1 2 3], w=2xf32=[10 20], t=3xi64=[0 2 1], q=1x4x1x2xf32=[[[[0 1]][[2 3]][[4 5]][[6 7]]]])
@R.function
def main(x: R.Tensor((2, 2), "float32"), v: R.Tensor((3,), "float32"), w: R.Tensor((2,), "float32"), t: R.Tensor((3,), "int64"), q: R.Tensor((1, 4, 1, 2), "float32")):
    a = R.eye(R.prim_value(2), R.prim_value(3), R.prim_value(1), dtype="int32")
    b = R.eye_like(x)
    c = R.arange(R.prim_value(1), R.prim_value(8), R.prim_value(3), dtype="int64")
    d = R.arange(R.prim_value(3), R.prim_value(0), R.prim_value(-2), dtype="float32")
    e = R.one_hot(t, R.prim_value(5), R.prim_value(0), depth=3)
    f = R.hamming_window(R.prim_value(4), R.prim_value(1), R.prim_value(0.5), R.prim_value(0.5), dtype="float32")
    g = R.stack((x, x), axis=1)
    h = R.meshgrid((v, w), indexing="xy")
    i = R.outer(v, w)
    j = R.nn.pixel_shuffle(q, upscale_factor=2)
    k = R.nn.dropout(w)
    l = R.nn.batch_flatten(q)
    return (a, b, c, d, e, f, g, h, i, j, k, l)

#| ([[0 1 0]
#|   [0 0 1]],
#|  [[1. 0.]
#|   [0. 1.]],
#|  [1 4 7],
#|  [3. 1.],
#|  [[5 0 0]
#|   [0 0 5]
#|   [0 5 0]],
#|  [0.  0.5 1.  0.5],
#|  [[[0. 1.]
#|    [0. 1.]]
#|
#|   [[2. 3.]
#|    [2. 3.]]],
#|  ([[1. 2. 3.]
#|    [1. 2. 3.]],
#|   [[10. 10. 10.]
#|    [20. 20. 20.]]),
#|  [[10. 20.]
#|   [20. 40.]
#|   [30. 60.]],
#|  [[[[0. 2. 1. 3.]
#|     [4. 6. 5. 7.]]]],
#|  ([10. 20.],
#|   [1. 1.]),
#|  [[0. 1. 2. 3. 4. 5. 6. 7.]])
