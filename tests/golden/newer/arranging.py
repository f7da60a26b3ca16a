# test: run --engine=eval --input=x=2x4xf32=[[0,1,2,3],[4,5,6,7]] --input=v=2xi64=[1,3] --input=w=3xf32=[10,20,30]
# Operators that arrange elements.
@R.function
def main(x: R.Tensor((2, 4), "float32"), v: R.Tensor((2,), "int64"), w: R.Tensor((3,), "float32")):
    with R.dataflow():
        a = R.stack((x, x), axis=1)
        b = R.meshgrid((w, w), indexing="xy")
        c = R.reverse_sequence(x, v)
        d = R.slice_scatter(x, R.zeros((2, 2), "float32"), 0, 4, 2, axis=1)
        e = R.nn.pixel_shuffle(R.reshape(x, (1, 4, 1, 2)), 2)
        f = R.nn.batch_flatten(R.reshape(x, (2, 2, 2)))
        g = R.size(x)
        h = R.hamming_window(5, True, 0.5, 0.25, "float32")
        i = R.outer(w, w)
        R.output(a, b, c, d, e, f, g, h, i)
    return (a, b, c, d, e, f, g, h, i)

#| ([[[0. 1. 2. 3.]
#|    [0. 1. 2. 3.]]
#|
#|   [[4. 5. 6. 7.]
#|    [4. 5. 6. 7.]]],
#|  ([[10. 20. 30.]
#|    [10. 20. 30.]
#|    [10. 20. 30.]],
#|   [[10. 10. 10.]
#|    [20. 20. 20.]
#|    [30. 30. 30.]]),
#|  [[0. 1. 2. 3.]
#|   [6. 5. 4. 7.]],
#|  [[0. 1. 0. 3.]
#|   [0. 5. 0. 7.]],
#|  [[[[0. 2. 1. 3.]
#|     [4. 6. 5. 7.]]]],
#|  [[0. 1. 2. 3.]
#|   [4. 5. 6. 7.]],
#|  8,
#|  [0.25       0.42274576 0.70225424 0.70225424 0.42274576],
#|  [[100. 200. 300.]
#|   [200. 400. 600.]
#|   [300. 600. 900.]])
