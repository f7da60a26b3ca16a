# test: opt --rules=../../../samples/rules/parallel_matmuls_wide.py --check-each=4
# test: opt --passes=CombineParallelMatmul{strategy=concat} --check-each=4
# The simpler choice: one matmul, for any widths. A product with a vector stays.
@R.function
def main(X: R.Tensor((2, 4), "float32"), W_1: R.Tensor((4, 3), "float32"), W_2: R.Tensor((4, 5), "float32"), W_B: R.Tensor((4, 2), "float32"), V: R.Tensor((4,), "float32")):
    with R.dataflow():
        Y_1 = R.matmul(X, W_1)
        Y_2 = R.matmul(X, W_2)
        Y_B = R.matmul(X, W_B)
        Z = R.matmul(X, V)
        R.output(Y_1, Y_2, Y_B, Z)
    return (Y_1, Y_2, Y_B, Z)

#| $ opt --rules=../../../samples/rules/parallel_matmuls_wide.py --check-each=4
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(X: R.Tensor((2, 4), dtype="float32"), W_1: R.Tensor((4, 3), dtype="float32"), W_2: R.Tensor((4, 5), dtype="float32"), W_B: R.Tensor((4, 2), dtype="float32"), V: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 5), dtype="float32"), R.Tensor((2, 2), dtype="float32"), R.Tensor((2,), dtype="float32")):
#|     with R.dataflow():
#|         lv: R.Tensor((4, 10), dtype="float32") = R.concat((W_1, W_2, W_B), axis=-1)
#|         lv1: R.Tensor((2, 10), dtype="float32") = R.matmul(X, lv, out_dtype="void")
#|         lv2: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 5), dtype="float32"), R.Tensor((2, 2), dtype="float32")) = R.split(lv1, indices_or_sections=[3, 8], axis=-1)
#|         Y_1: R.Tensor((2, 3), dtype="float32") = lv2[0]
#|         Y_2: R.Tensor((2, 5), dtype="float32") = lv2[1]
#|         Y_B: R.Tensor((2, 2), dtype="float32") = lv2[2]
#|         Z: R.Tensor((2,), dtype="float32") = R.matmul(X, V, out_dtype="void")
#|         R.output(Y_1, Y_2, Y_B, Z)
#|     return (Y_1, Y_2, Y_B, Z)
#| 1 pass checked by running: 4 runs agree
#| $ opt --passes=CombineParallelMatmul{strategy=concat} --check-each=4
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(X: R.Tensor((2, 4), dtype="float32"), W_1: R.Tensor((4, 3), dtype="float32"), W_2: R.Tensor((4, 5), dtype="float32"), W_B: R.Tensor((4, 2), dtype="float32"), V: R.Tensor((4,), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 5), dtype="float32"), R.Tensor((2, 2), dtype="float32"), R.Tensor((2,), dtype="float32")):
#|     with R.dataflow():
#|         lv: R.Tensor((4, 10), dtype="float32") = R.concat((W_1, W_2, W_B), axis=1)
#|         lv1: R.Tensor((2, 10), dtype="float32") = R.matmul(X, lv, out_dtype="float32")
#|         lv2: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 5), dtype="float32"), R.Tensor((2, 2), dtype="float32")) = R.split(lv1, indices_or_sections=[3, 8], axis=1)
#|         Y_1: R.Tensor((2, 3), dtype="float32") = lv2[0]
#|         Y_2: R.Tensor((2, 5), dtype="float32") = lv2[1]
#|         Y_B: R.Tensor((2, 2), dtype="float32") = lv2[2]
#|         Z: R.Tensor((2,), dtype="float32") = R.matmul(X, V, out_dtype="void")
#|         R.output(Y_1, Y_2, Y_B, Z)
#|     return (Y_1, Y_2, Y_B, Z)
#| 1 pass checked by running: 4 runs agree
