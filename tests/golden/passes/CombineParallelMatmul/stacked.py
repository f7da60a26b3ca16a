# test: opt --passes=CombineParallelMatmul{strategy=batch},DeadCodeElimination
# Right operands of equal shape are stacked, with bias and activation; the wider one stays.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor((2, 5, 8), "float32"), w0: R.Tensor((8, 4), "float32"), w1: R.Tensor((8, 4), "float32"), w2: R.Tensor((8, 6), "float32"), b0: R.Tensor((4,), "float32"), b1: R.Tensor((4,), "float32")):
    with R.dataflow():
        a0 = R.matmul(x, w0)
        a1 = R.matmul(x, w1)
        a2 = R.matmul(x, w2)
        c0 = R.add(a0, b0)
        c1 = R.add(a1, b1)
        d0 = R.nn.relu(c0)
        d1 = R.nn.relu(c1)
        R.output(d0, d1, a2)
    return (d0, d1, a2)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 5, 8), dtype="float32"), w0: R.Tensor((8, 4), dtype="float32"), w1: R.Tensor((8, 4), dtype="float32"), w2: R.Tensor((8, 6), dtype="float32"), b0: R.Tensor((4,), dtype="float32"), b1: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2, 5, 4), dtype="float32"), R.Tensor((2, 5, 4), dtype="float32"), R.Tensor((2, 5, 6), dtype="float32")):
#|     with R.dataflow():
#|         a2: R.Tensor((2, 5, 6), dtype="float32") = R.matmul(x, w2, out_dtype="void")
#|         lv: R.Tensor((16, 4), dtype="float32") = R.concat((w0, w1), axis=0)
#|         lv1: R.Tensor((2, 1, 8, 4), dtype="float32") = R.reshape(lv, R.shape([2, 1, 8, 4]))
#|         lv2: R.Tensor((2, 2, 5, 4), dtype="float32") = R.matmul(x, lv1, out_dtype="float32")
#|         lv3: R.Tensor((8,), dtype="float32") = R.concat((b0, b1), axis=0)
#|         lv4: R.Tensor((2, 1, 1, 4), dtype="float32") = R.reshape(lv3, R.shape([2, 1, 1, 4]))
#|         lv5: R.Tensor((2, 2, 5, 4), dtype="float32") = R.add(lv2, lv4)
#|         lv6: R.Tensor((2, 2, 5, 4), dtype="float32") = R.nn.relu(lv5)
#|         lv7: R.Tuple(R.Tensor((1, 2, 5, 4), dtype="float32"), R.Tensor((1, 2, 5, 4), dtype="float32")) = R.split(lv6, indices_or_sections=2, axis=0)
#|         lv8: R.Tensor((1, 2, 5, 4), dtype="float32") = lv7[0]
#|         lv9: R.Tensor((1, 2, 5, 4), dtype="float32") = lv7[1]
#|         d0: R.Tensor((2, 5, 4), dtype="float32") = R.squeeze(lv8, axis=[0])
#|         d1: R.Tensor((2, 5, 4), dtype="float32") = R.squeeze(lv9, axis=[0])
#|         R.output(a2, d0, d1)
#|     return (d0, d1, a2)
