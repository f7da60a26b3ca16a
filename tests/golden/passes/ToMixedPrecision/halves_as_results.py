# test: opt --passes=ToMixedPrecision{dtype=bfloat16,out-dtype=half,inputs=w,none}
@R.function
def main(x: R.Tensor((2, 4), "float32"), w: R.Tensor((4, 4), "float32")):
    with R.dataflow():
        p = R.wrap_param(w, "float32")
        a = R.matmul(x, p)
        y = R.matmul(a, p)
        R.output(y)
    return y

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 4), dtype="float32"), w: R.Tensor((4, 4), dtype="bfloat16")) -> R.Tensor((2, 4), dtype="float32"):
#|     with R.dataflow():
#|         lv: R.Tensor((2, 4), dtype="bfloat16") = R.astype(x, dtype="bfloat16")
#|         p: R.Tensor((4, 4), dtype="bfloat16") = w
#|         a: R.Tensor((2, 4), dtype="bfloat16") = R.matmul(lv, p, out_dtype="bfloat16")
#|         lv1: R.Tensor((2, 4), dtype="bfloat16") = R.matmul(a, p, out_dtype="bfloat16")
#|         y: R.Tensor((2, 4), dtype="float32") = R.astype(lv1, dtype="float32")
#|         R.output(y)
#|     return y
#| halves_as_results.py: warning: ToMixedPrecision found no parameter 'none' of float32 that can become a half [W0101]
