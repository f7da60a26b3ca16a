# test: run --dim=n=1..9:4 --fill=rand(normal,seed=3)
# A script as the pass leaves it: both executors agree on halves.

@R.function
def main(x: R.Tensor(("n", 16), dtype="float32"), w: R.Tensor((16, 16), dtype="float32"), b: R.Tensor((16,), dtype="float32")) -> R.Tensor(("n", 16), dtype="float32"):
    n = T.int64()
    with R.dataflow():
        lv: R.Tensor((n, 16), dtype="bfloat16") = R.astype(x, dtype="bfloat16")
        lv1: R.Tensor((16, 16), dtype="bfloat16") = R.astype(w, dtype="bfloat16")
        lv2: R.Tensor((n, 16), dtype="float32") = R.matmul(lv, lv1, out_dtype="float32")
        a: R.Tensor((n, 16), dtype="bfloat16") = R.astype(lv2, dtype="bfloat16")
        g: R.Tensor((n, 16), dtype="bfloat16") = R.nn.gelu(a)
        lv3: R.Tensor((n, 16), dtype="float32") = R.matmul(g, lv1, out_dtype="float32")
        c: R.Tensor((n, 16), dtype="bfloat16") = R.astype(lv3, dtype="bfloat16")
        lv4: R.Tensor((n, 16), dtype="float32") = R.astype(c, dtype="float32")
        d: R.Tensor((n, 16), dtype="float32") = R.add(lv4, b)
        p: R.Tensor((n, 16), dtype="float32") = R.nn.softmax(d, axis=-1)
        lv5: R.Tensor((n, 16), dtype="bfloat16") = R.astype(p, dtype="bfloat16")
        y: R.Tensor((n, 16), dtype="float32") = R.matmul(lv5, lv1, out_dtype="float32")
        R.output(y)
    return y

#| n=1: agrees
#| n=5: agrees
#| n=9: agrees
#| 3 of 3 sizes agree
