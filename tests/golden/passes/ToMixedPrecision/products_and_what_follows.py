# test: opt --passes=ToMixedPrecision
# relu follows, softmax needs float32; b is read by nothing else, so that the sum is one of float32.
@R.function
def main(x: R.Tensor((2, 3, 8, 8), "float32"), w: R.Tensor((4, 3, 3, 3), "float32"), b: R.Tensor((4, 1, 1), "float32")):
    with R.dataflow():
        a = R.nn.conv2d(x, w)
        r = R.nn.relu(a)
        s = R.nn.softmax(r)
        c = R.add(a, b)
        d = R.nn.relu(c)
        y = R.matmul(d, d, out_dtype="float32")
        R.output(s, y)
    return (s, y)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 3, 8, 8), dtype="float32"), w: R.Tensor((4, 3, 3, 3), dtype="float32"), b: R.Tensor((4, 1, 1), dtype="float32")) -> R.Tuple(R.Tensor((2, 4, 6, 6), dtype="float32"), R.Tensor((2, 4, 6, 6), dtype="float32")):
#|     with R.dataflow():
#|         lv: R.Tensor((2, 3, 8, 8), dtype="float16") = R.astype(x, dtype="float16")
#|         lv1: R.Tensor((4, 3, 3, 3), dtype="float16") = R.astype(w, dtype="float16")
#|         lv2: R.Tensor((2, 4, 6, 6), dtype="float32") = R.nn.conv2d(lv, lv1, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="float32")
#|         a: R.Tensor((2, 4, 6, 6), dtype="float16") = R.astype(lv2, dtype="float16")
#|         r: R.Tensor((2, 4, 6, 6), dtype="float16") = R.nn.relu(a)
#|         lv3: R.Tensor((2, 4, 6, 6), dtype="float32") = R.astype(r, dtype="float32")
#|         s: R.Tensor((2, 4, 6, 6), dtype="float32") = R.nn.softmax(lv3, axis=-1)
#|         lv4: R.Tensor((2, 4, 6, 6), dtype="float32") = R.astype(a, dtype="float32")
#|         c: R.Tensor((2, 4, 6, 6), dtype="float32") = R.add(lv4, b)
#|         d: R.Tensor((2, 4, 6, 6), dtype="float32") = R.nn.relu(c)
#|         lv5: R.Tensor((2, 4, 6, 6), dtype="float16") = R.astype(d, dtype="float16")
#|         y: R.Tensor((2, 4, 6, 6), dtype="float32") = R.matmul(lv5, lv5, out_dtype="float32")
#|         R.output(s, y)
#|     return (s, y)
