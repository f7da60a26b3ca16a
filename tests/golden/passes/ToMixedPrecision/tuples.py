# test: opt --passes=ToMixedPrecision
# Each field has needs of its own; a tuple that leaves the block keeps its dtypes.
@R.function
def main(x: R.Tensor((4, 4), "float32"), t: R.Tuple(R.Tensor((4, 4), "float32"), R.Tensor((4, 4), "float32"))):
    with R.dataflow():
        u = (x, (t[0], t[1]))
        inner = u[1]
        a = R.matmul(u[0], inner[0])
        parts = R.split(a, 2, axis=1)
        joined = R.concat((parts[0], parts[1], inner[1]), axis=1)
        halves = R.concat(parts, axis=1)
        out = (joined, halves, a)
        R.output(out)
    return out

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((4, 4), dtype="float32"), t: R.Tuple(R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 4), dtype="float32"))) -> R.Tuple(R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 4), dtype="float32")):
#|     with R.dataflow():
#|         lv: R.Tensor((4, 4), dtype="float16") = R.astype(x, dtype="float16")
#|         lv1: R.Tensor((4, 4), dtype="float32") = t[0]
#|         lv2: R.Tensor((4, 4), dtype="float16") = R.astype(lv1, dtype="float16")
#|         lv3: R.Tensor((4, 4), dtype="float32") = t[1]
#|         lv4: R.Tuple(R.Tensor((4, 4), dtype="float16"), R.Tensor((4, 4), dtype="float32")) = lv2, lv3
#|         lv_1: R.Tensor((4, 4), dtype="float16") = lv4[0]
#|         lv1_1: R.Tensor((4, 4), dtype="float32") = lv4[1]
#|         u: R.Tuple(R.Tensor((4, 4), dtype="float16"), R.Tuple(R.Tensor((4, 4), dtype="float16"), R.Tensor((4, 4), dtype="float32"))) = lv, (lv_1, lv1_1)
#|         inner: R.Tuple(R.Tensor((4, 4), dtype="float16"), R.Tensor((4, 4), dtype="float32")) = u[1]
#|         lv4_1: R.Tensor((4, 4), dtype="float16") = u[0]
#|         lv5: R.Tensor((4, 4), dtype="float16") = inner[0]
#|         lv5_1: R.Tensor((4, 4), dtype="float32") = R.matmul(lv4_1, lv5, out_dtype="float32")
#|         a: R.Tensor((4, 4), dtype="float16") = R.astype(lv5_1, dtype="float16")
#|         parts: R.Tuple(R.Tensor((4, 2), dtype="float16"), R.Tensor((4, 2), dtype="float16")) = R.split(a, indices_or_sections=2, axis=1)
#|         lv8: R.Tensor((4, 2), dtype="float16") = parts[0]
#|         lv9: R.Tensor((4, 2), dtype="float16") = parts[1]
#|         lv10: R.Tensor((4, 4), dtype="float32") = inner[1]
#|         lv6: R.Tensor((4, 2), dtype="float32") = R.astype(lv8, dtype="float32")
#|         lv7: R.Tensor((4, 2), dtype="float32") = R.astype(lv9, dtype="float32")
#|         joined: R.Tensor((4, 8), dtype="float32") = R.concat((lv6, lv7, lv10), axis=1)
#|         halves: R.Tensor((4, 4), dtype="float16") = R.concat(parts, axis=1)
#|         lv8_1: R.Tensor((4, 4), dtype="float32") = R.astype(halves, dtype="float32")
#|         lv9_1: R.Tensor((4, 4), dtype="float32") = R.astype(a, dtype="float32")
#|         out: R.Tuple(R.Tensor((4, 8), dtype="float32"), R.Tensor((4, 4), dtype="float32"), R.Tensor((4, 4), dtype="float32")) = joined, lv8_1, lv9_1
#|         R.output(out)
#|     return out
