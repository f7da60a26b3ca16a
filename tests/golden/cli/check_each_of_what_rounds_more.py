# test: opt --passes=ToMixedPrecision --check-each=4
# A pass that computes in halves is held to what they lose, and to nothing else.
@R.function
def main(x: R.Tensor((4, 16), "float32"), w: R.Tensor((16, 8), "float32")):
    with R.dataflow():
        y = R.nn.relu(R.matmul(x, w))
        R.output(y)
    return y

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4, 16), dtype="float32"), w: R.Tensor((16, 8), dtype="float32")) -> R.Tensor((4, 8), dtype="float32"):
#|     with R.dataflow():
#|         lv: R.Tensor((4, 16), dtype="float16") = R.astype(x, dtype="float16")
#|         lv1: R.Tensor((16, 8), dtype="float16") = R.astype(w, dtype="float16")
#|         lv2: R.Tensor((4, 8), dtype="float32") = R.matmul(lv, lv1, out_dtype="float32")
#|         lv_1: R.Tensor((4, 8), dtype="float16") = R.astype(lv2, dtype="float16")
#|         lv3: R.Tensor((4, 8), dtype="float16") = R.nn.relu(lv_1)
#|         y: R.Tensor((4, 8), dtype="float32") = R.astype(lv3, dtype="float32")
#|         R.output(y)
#|     return y
#| 1 pass checked by running: 4 runs agree, 4 of them as exactly as float16 lets expect
