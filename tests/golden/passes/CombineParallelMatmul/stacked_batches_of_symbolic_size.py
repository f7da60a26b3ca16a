# test: opt --passes=CombineParallelMatmul{strategy=batch},DeadCodeElimination
# Shapes with symbols are equal if they are the same.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor(("n", 8), "float32"), w0: R.Tensor((3, 8, "m"), "float32"), w1: R.Tensor((3, 8, "m"), "float32")):
    with R.dataflow():
        a0 = R.matmul(x, w0)
        a1 = R.matmul(x, w1)
        R.output(a0, a1)
    return (a0, a1)

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(("n", 8), dtype="float32"), w0: R.Tensor((3, 8, "m"), dtype="float32"), w1: R.Tensor((3, 8, "m"), dtype="float32")) -> R.Tuple(R.Tensor((3, "n", "m"), dtype="float32"), R.Tensor((3, "n", "m"), dtype="float32")):
#|     n = T.int64()
#|     m = T.int64()
#|     with R.dataflow():
#|         lv: R.Tensor((6, 8, m), dtype="float32") = R.concat((w0, w1), axis=0)
#|         lv1: R.Tensor((2, 3, 8, m), dtype="float32") = R.reshape(lv, R.shape([2, 3, 8, m]))
#|         lv2: R.Tensor((2, 3, n, m), dtype="float32") = R.matmul(x, lv1, out_dtype="float32")
#|         lv3: R.Tuple(R.Tensor((1, 3, n, m), dtype="float32"), R.Tensor((1, 3, n, m), dtype="float32")) = R.split(lv2, indices_or_sections=2, axis=0)
#|         lv4: R.Tensor((1, 3, n, m), dtype="float32") = lv3[0]
#|         lv5: R.Tensor((1, 3, n, m), dtype="float32") = lv3[1]
#|         a0: R.Tensor((3, n, m), dtype="float32") = R.squeeze(lv4, axis=[0])
#|         a1: R.Tensor((3, n, m), dtype="float32") = R.squeeze(lv5, axis=[0])
#|         R.output(a0, a1)
#|     return (a0, a1)
