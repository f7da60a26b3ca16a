# test: opt --rules=../../../samples/rules/parallel_matmuls_stacked.py --check-each=4
# test: opt --passes=CombineParallelMatmul{strategy=batch},DeadCodeElimination --check-each=4
# The batched matmul, of weights of equal shape; one of another width stays.
@R.function
def main(X: R.Tensor((2, 4), "float32"), W_1: R.Tensor((4, 3), "float32"), W_2: R.Tensor((4, 3), "float32"), W_B: R.Tensor((4, 3), "float32"), V: R.Tensor((4, 5), "float32")):
    with R.dataflow():
        Y_1 = R.matmul(X, W_1)
        Y_2 = R.matmul(X, W_2)
        Y_B = R.matmul(X, W_B)
        Z = R.matmul(X, V)
        R.output(Y_1, Y_2, Y_B, Z)
    return (Y_1, Y_2, Y_B, Z)

#| $ opt --rules=../../../samples/rules/parallel_matmuls_stacked.py --check-each=4
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(X: R.Tensor((2, 4), dtype="float32"), W_1: R.Tensor((4, 3), dtype="float32"), W_2: R.Tensor((4, 3), dtype="float32"), W_B: R.Tensor((4, 3), dtype="float32"), V: R.Tensor((4, 5), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 5), dtype="float32")):
#|     with R.dataflow():
#|         lv: R.Tensor((1, 4, 3), dtype="float32") = R.expand_dims(W_1, axis=[0])
#|         lv1: R.Tensor((1, 4, 3), dtype="float32") = R.expand_dims(W_2, axis=[0])
#|         lv2: R.Tensor((1, 4, 3), dtype="float32") = R.expand_dims(W_B, axis=[0])
#|         lv3: R.Tensor((3, 4, 3), dtype="float32") = R.concat((lv, lv1, lv2), axis=0)
#|         lv4: R.Tensor((3, 2, 3), dtype="float32") = R.matmul(X, lv3, out_dtype="void")
#|         lv5: R.Tuple(R.Tensor((1, 2, 3), dtype="float32"), R.Tensor((1, 2, 3), dtype="float32"), R.Tensor((1, 2, 3), dtype="float32")) = R.split(lv4, indices_or_sections=3, axis=0)
#|         lv6: R.Tensor((1, 2, 3), dtype="float32") = lv5[0]
#|         Y_1: R.Tensor((2, 3), dtype="float32") = R.squeeze(lv6, axis=[0])
#|         lv7: R.Tensor((1, 2, 3), dtype="float32") = lv5[1]
#|         Y_2: R.Tensor((2, 3), dtype="float32") = R.squeeze(lv7, axis=[0])
#|         lv8: R.Tensor((1, 2, 3), dtype="float32") = lv5[2]
#|         Y_B: R.Tensor((2, 3), dtype="float32") = R.squeeze(lv8, axis=[0])
#|         Z: R.Tensor((2, 5), dtype="float32") = R.matmul(X, V, out_dtype="void")
#|         R.output(Y_1, Y_2, Y_B, Z)
#|     return (Y_1, Y_2, Y_B, Z)
#| 1 pass checked by running: 4 runs agree
#| $ opt --passes=CombineParallelMatmul{strategy=batch},DeadCodeElimination --check-each=4
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(X: R.Tensor((2, 4), dtype="float32"), W_1: R.Tensor((4, 3), dtype="float32"), W_2: R.Tensor((4, 3), dtype="float32"), W_B: R.Tensor((4, 3), dtype="float32"), V: R.Tensor((4, 5), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 5), dtype="float32")):
#|     with R.dataflow():
#|         lv: R.Tensor((12, 3), dtype="float32") = R.concat((W_1, W_2, W_B), axis=0)
#|         lv1: R.Tensor((3, 4, 3), dtype="float32") = R.reshape(lv, R.shape([3, 4, 3]))
#|         lv2: R.Tensor((3, 2, 3), dtype="float32") = R.matmul(X, lv1, out_dtype="float32")
#|         lv3: R.Tuple(R.Tensor((1, 2, 3), dtype="float32"), R.Tensor((1, 2, 3), dtype="float32"), R.Tensor((1, 2, 3), dtype="float32")) = R.split(lv2, indices_or_sections=3, axis=0)
#|         lv4: R.Tensor((1, 2, 3), dtype="float32") = lv3[0]
#|         lv5: R.Tensor((1, 2, 3), dtype="float32") = lv3[1]
#|         lv6: R.Tensor((1, 2, 3), dtype="float32") = lv3[2]
#|         Y_1: R.Tensor((2, 3), dtype="float32") = R.squeeze(lv4, axis=[0])
#|         Y_2: R.Tensor((2, 3), dtype="float32") = R.squeeze(lv5, axis=[0])
#|         Y_B: R.Tensor((2, 3), dtype="float32") = R.squeeze(lv6, axis=[0])
#|         Z: R.Tensor((2, 5), dtype="float32") = R.matmul(X, V, out_dtype="void")
#|         R.output(Y_1, Y_2, Y_B, Z)
#|     return (Y_1, Y_2, Y_B, Z)
#| 2 passes checked by running: 4 runs agree
