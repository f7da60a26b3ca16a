# test: run --dim=n=1..5:4 --fill=rand --guard
# test: run --dim=n=1..5:4 --entry=channels --fill=rand --guard
# test: run --dim=n=1..5:4 --entry=convolutions --fill=rand --guard
# test: run --dim=n=1..5:4 --entry=as_they_are --fill=rand
# test: run --dim=n=8..13:5 --entry=images --fill=rand --guard
# test: run --dim=n=8..13:5 --entry=around --fill=rand --guard
# test: run --dim=n=1..4:3 --entry=shifted --fill=rand(normal,std=60) --guard
# test: run --dim=n=3..24:21 --entry=slices --fill=rand(normal,std=60) --guard
# Of dequantized factors the integers are multiplied and the sums scaled: behind views, with zero points and scales of
# each channel, with the weights at the left, and in images. What is not known to fit stays a product of floats: a zero
# point that is a parameter, a scale that is too large, scales along k, sums beyond 32 bits, and halves. Pools find the
# largest integer. Around images lies the zero point, three channels become four, and what a pad surrounds is put there.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 24), "float32"), w: R.Tensor((24, 20), "int8"), v: R.Tensor((7, 20), "uint8")):
        q = R.quantize(x, R.const(0.01, "float32"), R.const(131, "uint8"), out_dtype="uint8")
        a = R.dequantize(q, R.const(0.01, "float32"), R.const(131, "uint8"), out_dtype="float32")
        b = R.dequantize(w, R.const(0.02, "float16"), R.const(0, "int8"), out_dtype="float32")
        y = R.quantize(R.nn.relu(R.matmul(a, b)), R.const(0.005, "float32"), R.const(0, "int8"), out_dtype="int8")
        c = R.dequantize(y, R.const(0.005, "float32"), R.const(0, "int8"), out_dtype="float32")
        d = R.permute_dims(R.dequantize(v, R.const(0.3, "float32"), R.const(128, "int32"), out_dtype="float32"))
        z = R.matmul(c, d)
        return (q, y, z, R.add(c, R.matmul(a, b)))

    @R.function
    def channels(x: R.Tensor(("n", 3, 9), "int8"), w: R.Tensor((5, 9), "int8"), s: R.Tensor((5,), "float32"), u: R.Tensor((3, 2), "int8")):
        a = R.dequantize(x, R.const([0.1, 0.2, 0.3], "float32"), R.const([0, 3, -5], "int8"), axis=1, out_dtype="float32")
        b = R.dequantize(w, s, R.const([0, 0, 0, 0, 0], "int8"), axis=0, out_dtype="float32")
        y = R.matmul(a, R.permute_dims(b))
        c = R.dequantize(u, R.const([0.5, 2.0], "float16"), R.const(1, "int16"), axis=1, out_dtype="float32")
        z = R.matmul(R.permute_dims(c), R.dequantize(x, R.const(0.1, "float32"), R.const(0, "int8"), out_dtype="float32"))
        t = R.matmul(R.reshape(R.dequantize(x, R.const(0.5, "float32"), R.const(-1, "int8"), axis=0, out_dtype="float32"), R.shape([n * 3, 9])), R.permute_dims(b))
        return (y, z, t)

    @R.function
    def convolutions(x: R.Tensor((1, 8, 6, "n"), "uint8"), w: R.Tensor((16, 8, 3, 3), "int8"), s: R.Tensor((16,), "float32"), d: R.Tensor((16, 1, 3, 3), "int8"), p: R.Tensor((4, 1, 1, 8), "uint8")):
        a = R.dequantize(x, R.const(0.1, "float32"), R.const(119, "uint8"), axis=1, out_dtype="float32")
        b = R.dequantize(w, s, R.const(0, "int8"), axis=0, out_dtype="float32")
        c = R.nn.conv2d(a, b, padding=[1, 1, 1, 1], out_dtype="float32")
        q = R.quantize(R.clip(c, 0, 6), R.const(0.02, "float32"), R.const(0, "uint8"), axis=1, out_dtype="uint8")
        e = R.dequantize(q, R.const(0.02, "float32"), R.const(0, "uint8"), axis=1, out_dtype="float32")
        f = R.dequantize(d, s, R.const(0, "int8"), axis=0, out_dtype="float32")
        g = R.quantize(R.nn.conv2d(e, f, padding=[1, 1, 1, 1], groups=16, out_dtype="float32"), s, R.const(4, "int8"), axis=1, out_dtype="int8")
        h = R.permute_dims(R.dequantize(x, R.const(0.1, "float32"), R.const(7, "uint8"), axis=1, out_dtype="float32"), axes=[0, 2, 3, 1])
        i = R.dequantize(p, R.const([0.1, 0.2, 0.3, 0.4], "float32"), R.const([128, 0, 255, 1], "uint8"), axis=0, out_dtype="float32")
        j = R.nn.conv2d(h, i, strides=[2, 1], data_layout="NHWC", kernel_layout="OHWI", out_layout="NCHW", out_dtype="float32")
        return (c, q, g, j)

    @R.function
    def as_they_are(x: R.Tensor(("n", 8), "int8"), w: R.Tensor((8, 5), "int8"), z: R.Tensor((), "int8"), k: R.Tensor((8,), "float32"), l: R.Tensor((2, 70000), "uint8")):
        a = R.dequantize(x, R.const(0.1, "float32"), z, out_dtype="float32")
        b = R.dequantize(w, R.const(0.1, "float32"), R.const(0, "int8"), out_dtype="float32")
        c = R.dequantize(w, R.const(3e30, "float32"), R.const(0, "int8"), out_dtype="float32")
        d = R.dequantize(w, k, R.const(0, "int8"), axis=0, out_dtype="float32")
        e = R.dequantize(x, R.const(1e-30, "float32"), R.const(0, "int8"), out_dtype="float32")
        f = R.dequantize(l, R.const(0.01, "float32"), R.const(0, "uint8"), out_dtype="float32")
        g = R.dequantize(x, R.const(0.1, "float32"), R.const(0, "int8"), out_dtype="float16")
        h = R.dequantize(w, R.const(0.1, "float32"), R.const(0, "int8"), out_dtype="float16")
        i = R.dequantize(x, R.const(0.1, "float32"), R.const(0, "int8"), out_dtype="float32")
        return (R.matmul(a, b), R.matmul(e, c), R.matmul(i, d), R.matmul(f, R.permute_dims(f)), R.matmul(g, h))

    @R.function
    def images(x: R.Tensor((2, 3, 9, "n"), "float32"), w: R.Tensor((16, 3, 3, 3), "int8"), v: R.Tensor((24, 16, 3, 3), "int8"), s: R.Tensor((24,), "float32"), u: R.Tensor((16, 3, 3, 3), "int8")):
        R.func_attr({"num_input": 1})
        q = R.quantize(x, R.const(0.01, "float32"), R.const(114, "uint8"), axis=1, out_dtype="uint8")
        a = R.dequantize(q, R.const(0.01, "float32"), R.const(114, "uint8"), axis=1, out_dtype="float32")
        b = R.nn.conv2d(a, R.dequantize(w, R.const(0.02, "float32"), R.const(0, "int8"), axis=0), padding=[1, 1, 1, 1], out_dtype="float32")
        c = R.quantize(R.nn.silu(b), R.const(0.02, "float32"), R.const(17, "uint8"), axis=1, out_dtype="uint8")
        d = R.dequantize(c, R.const(0.02, "float32"), R.const(17, "uint8"), axis=1, out_dtype="float32")
        e = R.nn.max_pool2d(d, pool_size=[3, 3], padding=[1, 1, 1, 1])
        f = R.nn.max_pool2d(R.dequantize(c, R.const(-0.02, "float32"), R.const(17, "uint8"), axis=1), pool_size=[2, 2], strides=[2, 2])
        g = R.nn.conv2d(R.add(d, e), R.dequantize(v, s, R.const(0, "int8"), axis=0), padding=[1, 2], out_dtype="float32")
        h = R.nn.conv2d(d, R.dequantize(v, s, R.const(0, "int8"), axis=0), strides=[2, 1], padding=[0, 1, 2, 1], out_dtype="float32")
        i = R.quantize(h, R.const(0.05, "float32"), R.const(-9, "int8"), axis=1, out_dtype="int8")
        j = R.nn.conv2d(R.permute_dims(q, axes=[0, 2, 3, 1]), u, padding=[1, 2], data_layout="NHWC", kernel_layout="OIHW", out_dtype="int32")
        k = R.nn.conv2d(R.permute_dims(a, axes=[0, 2, 3, 1]), R.dequantize(u, R.const(0.5, "float32"), R.const(0, "int8"), axis=0), strides=[2, 2], padding=[1, 1, 0, 2], data_layout="NHWC", kernel_layout="OIHW", out_dtype="float32")
        return (e, f, g, i, j, k)

    @R.function
    def around(x: R.Tensor((1, 7, "n", 8), "uint8"), w: R.Tensor((3, 3, 8, 16), "int8"), y: R.Tensor((1, 4, 7, "n"), "int8"), v: R.Tensor((5, 4, 3, 2), "int8"), z: R.Tensor((1, 2, 6, "n"), "float32"), u: R.Tensor((3, 2, 3, 3), "float32")):
        a = R.nn.conv2d(R.nn.pad(x, pad_width=[0, 0, 2, 1, 0, 1, 0, 0], pad_value=3), w, data_layout="NHWC", kernel_layout="HWIO", out_dtype="int32")
        p = R.nn.pad(R.nn.relu(y), pad_width=[0, 0, 0, 0, 1, 1, 1, 0], pad_value=-5)
        b = R.nn.conv2d(R.permute_dims(p, axes=[0, 2, 3, 1]), v, data_layout="NHWC", kernel_layout="OIHW", out_dtype="int32")
        c = R.nn.conv2d(R.nn.pad(R.exp(z), pad_width=[0, 0, 0, 0, 1, 1, 1, 1], pad_value=0.5), u)
        d = R.nn.conv2d(R.nn.pad(z, pad_width=[0, 0, 0, 0, 1, 1, 1, -1]), u)
        e = R.nn.pad(c, pad_width=[0, 0, 0, 0, 1, 0, 1, 0])
        return (a, b, c, d, R.exp(e))

    @R.function
    def shifted(x: R.Tensor(("n", 24), "uint8"), w: R.Tensor((24, 16), "int8"), i: R.Tensor((1, 5, 6, "n"), "int8"), v: R.Tensor((16, 5, 3, 3), "int8"), z: R.Tensor((), "uint8"), s: R.Tensor((2, 2, 0, "n"), "int8")):
        R.func_attr({"num_input": 1})
        a = R.matmul(R.subtract(R.astype(x, "int16"), R.const(3, "int16")), w, out_dtype="int32")
        b = R.matmul(R.subtract(R.astype(x, "uint16"), R.const(3, "uint16")), R.astype(w, "uint16"), out_dtype="int32")
        c = R.matmul(R.subtract(R.astype(x, "int64"), R.const(200, "int64")), R.astype(w, "int64"), out_dtype="int32")
        d = R.nn.conv2d(R.subtract(R.astype(i, "int32"), R.astype(z, "int32")), R.astype(v, "int32"), padding=[1, 1, 1, 1], out_dtype="int32")
        e = R.nn.conv2d(R.subtract(R.astype(i, "int32"), R.const(-7, "int32")), R.astype(v, "int32"), padding=[1, 1, 1, 1], out_dtype="int32")
        f = R.nn.conv2d(R.permute_dims(i, axes=[0, 2, 3, 1]), v, padding=[1, 1, 1, 1], data_layout="NHWC", kernel_layout="OIHW", out_dtype="int32")
        g = R.nn.max_pool2d(R.dequantize(s, R.const(0.1, "float32"), R.const(0, "int8"), axis=1), pool_size=[2, 2], padding=[1, 1, 1, 1])
        return (a, b, c, d, e, f, g)

    @R.function
    def slices(x: R.Tensor((2, 9, "n", 16), "uint8"), y: R.Tensor((2, 9, "n", 16), "int8"), w: R.Tensor((32, 8, 3, 3), "int8"), m: R.Tensor(("n", 36), "int8"), v: R.Tensor((32, 40), "int8")):
        R.func_attr({"num_input": 2})
        a = R.strided_slice(x, axes=[3], begin=[1], end=[9])
        b = R.strided_slice(y, axes=[3], begin=[6], end=[14])
        c = R.nn.conv2d(a, w, padding=[1, 1, 1, 1], data_layout="NHWC", kernel_layout="OIHW", out_dtype="int32")
        d = R.nn.conv2d(a, w, data_layout="NHWC", kernel_layout="OIHW", out_dtype="int32")
        e = R.nn.conv2d(b, w, padding=[2, 0, 0, 1], strides=[2, 1], data_layout="NHWC", kernel_layout="OIHW", out_dtype="int32")
        f = R.nn.conv2d(b, w, dilation=[3, 1], data_layout="NHWC", kernel_layout="OIHW", out_dtype="int32")
        g = R.matmul(R.strided_slice(m, axes=[1], begin=[3], end=[35]), v, out_dtype="int32")
        return (c, d, e, f, g)

#| $ run --dim=n=1..5:4 --fill=rand --guard
#| n=1: agrees
#| n=5: agrees
#| 2 of 2 sizes agree
#| $ run --dim=n=1..5:4 --entry=channels --fill=rand --guard
#| n=1: agrees
#| n=5: agrees
#| 2 of 2 sizes agree
#| $ run --dim=n=1..5:4 --entry=convolutions --fill=rand --guard
#| n=1: agrees
#| n=5: agrees
#| 2 of 2 sizes agree
#| $ run --dim=n=1..5:4 --entry=as_they_are --fill=rand
#| n=1: agrees
#| n=5: agrees
#| 2 of 2 sizes agree
#| $ run --dim=n=8..13:5 --entry=images --fill=rand --guard
#| n=8: agrees
#| n=13: agrees
#| 2 of 2 sizes agree
#| $ run --dim=n=8..13:5 --entry=around --fill=rand --guard
#| n=8: agrees
#| n=13: agrees
#| 2 of 2 sizes agree
#| $ run --dim=n=1..4:3 --entry=shifted --fill=rand(normal,std=60) --guard
#| n=1: agrees
#| n=4: agrees
#| 2 of 2 sizes agree
#| $ run --dim=n=3..24:21 --entry=slices --fill=rand(normal,std=60) --guard
#| n=3: agrees
#| n=24: agrees
#| 2 of 2 sizes agree
