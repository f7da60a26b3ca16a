# test: opt --passes=ToMixedPrecision --verify-roundtrip
# A field that leaves the block is converted by itself.
@R.function
def main(x: R.Tensor((4, 4), "float32"), w: R.Tensor((4, 4), "float32")):
    with R.dataflow():
        p = R.matmul(x, w)
        t = (x, (p, x))
        u = t[1]
        v = t[0]
        y = u[0]
        R.output(v, y)
    return (v, y)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="float32")) -> R.Tuple(R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 4), dtype="float32")):
#|     with R.dataflow():
#|         lv: R.Tensor((4, 4), dtype="float16") = R.astype(w, dtype="float16")
#|         lv1: R.Tensor((4, 4), dtype="float16") = R.astype(x, dtype="float16")
#|         lv2: R.Tensor((4, 4), dtype="float32") = R.matmul(lv1, lv, out_dtype="float32")
#|         p: R.Tensor((4, 4), dtype="float16") = R.astype(lv2, dtype="float16")
#|         t: R.Tuple(R.Tensor((4, 4), dtype="float32"), R.Tuple(R.Tensor((4, 4), dtype="float16"), R.Tensor((4, 4), dtype="float32"))) = x, (p, x)
#|         u: R.Tuple(R.Tensor((4, 4), dtype="float16"), R.Tensor((4, 4), dtype="float32")) = t[1]
#|         v: R.Tensor((4, 4), dtype="float32") = t[0]
#|         lv3: R.Tensor((4, 4), dtype="float16") = u[0]
#|         y: R.Tensor((4, 4), dtype="float32") = R.astype(lv3, dtype="float32")
#|         R.output(v, y)
#|     return (v, y)
