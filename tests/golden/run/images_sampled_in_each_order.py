# test: run --compare=eval --threads=2 --fill=rand(normal,seed=5) --input=s='1x2x1x6xf32=[nan inf -inf 1e30 -1 0.3][0 0 0 -1e30 nan -0.2]'
# Channels beside each other (one, few, many) and apart (few points, many), with a last piece that is not whole; one
# point; places that are no numbers. Each as with images along the second axis.
@R.function
def main(a: R.Tensor((2, 5, 4, 1), "float32"), b: R.Tensor((2, 5, 4, 3), "float32"), c: R.Tensor((2, 5, 4, 70), "float32"), d: R.Tensor((2, 70, 5, 4), "float32"), e: R.Tensor((1, 70, 5, 4), "float32"), f: R.Tensor((1, 5, 4, 70), "float32"), g: R.Tensor((2, 2, 9, 30), "float32"), h: R.Tensor((2, 2, 1, 5), "float64"), p: R.Tensor((2, 2, 1, 1), "float32"), s: R.Tensor((1, 2, 1, 6), "float32")):
    with R.dataflow():
        s0 = R.permute_dims(R.image.grid_sample(a, g, method="bilinear", layout="NHWC", padding_mode="zeros"), axes=[3, 0, 1, 2])
        t0 = R.image.grid_sample(R.permute_dims(a, axes=[3, 0, 1, 2]), g, method="bilinear", layout="CNHW", padding_mode="zeros")
        o0 = R.max(R.abs(s0 - t0)) < R.const(1e-5, "float32")
        s1 = R.permute_dims(R.image.grid_sample(a, g, method="nearest", layout="NHWC", padding_mode="border"), axes=[3, 0, 1, 2])
        t1 = R.image.grid_sample(R.permute_dims(a, axes=[3, 0, 1, 2]), g, method="nearest", layout="CNHW", padding_mode="border")
        o1 = R.max(R.abs(s1 - t1)) < R.const(1e-5, "float32")
        s2 = R.permute_dims(R.image.grid_sample(b, g, method="bilinear", layout="NHWC", padding_mode="zeros"), axes=[3, 0, 1, 2])
        t2 = R.image.grid_sample(R.permute_dims(b, axes=[3, 0, 1, 2]), g, method="bilinear", layout="CNHW", padding_mode="zeros")
        o2 = R.max(R.abs(s2 - t2)) < R.const(1e-5, "float32")
        s3 = R.permute_dims(R.image.grid_sample(b, g, method="bicubic", layout="NHWC", padding_mode="reflection"), axes=[3, 0, 1, 2])
        t3 = R.image.grid_sample(R.permute_dims(b, axes=[3, 0, 1, 2]), g, method="bicubic", layout="CNHW", padding_mode="reflection")
        o3 = R.max(R.abs(s3 - t3)) < R.const(1e-5, "float32")
        s4 = R.permute_dims(R.image.grid_sample(c, g, method="bilinear", layout="NHWC", padding_mode="zeros"), axes=[3, 0, 1, 2])
        t4 = R.image.grid_sample(R.permute_dims(c, axes=[3, 0, 1, 2]), g, method="bilinear", layout="CNHW", padding_mode="zeros")
        o4 = R.max(R.abs(s4 - t4)) < R.const(1e-5, "float32")
        s5 = R.permute_dims(R.image.grid_sample(c, g, method="nearest", layout="NHWC", padding_mode="zeros"), axes=[3, 0, 1, 2])
        t5 = R.image.grid_sample(R.permute_dims(c, axes=[3, 0, 1, 2]), g, method="nearest", layout="CNHW", padding_mode="zeros")
        o5 = R.max(R.abs(s5 - t5)) < R.const(1e-5, "float32")
        s6 = R.permute_dims(R.image.grid_sample(c, h, method="bilinear", layout="NHWC", padding_mode="zeros"), axes=[3, 0, 1, 2])
        t6 = R.image.grid_sample(R.permute_dims(c, axes=[3, 0, 1, 2]), h, method="bilinear", layout="CNHW", padding_mode="zeros")
        o6 = R.max(R.abs(s6 - t6)) < R.const(1e-5, "float32")
        s7 = R.permute_dims(R.image.grid_sample(d, h, method="bilinear", layout="NCHW", padding_mode="zeros"), axes=[1, 0, 2, 3])
        t7 = R.image.grid_sample(R.permute_dims(d, axes=[1, 0, 2, 3]), h, method="bilinear", layout="CNHW", padding_mode="zeros")
        o7 = R.max(R.abs(s7 - t7)) < R.const(1e-5, "float32")
        s8 = R.permute_dims(R.image.grid_sample(d, h, method="nearest", layout="NCHW", padding_mode="zeros"), axes=[1, 0, 2, 3])
        t8 = R.image.grid_sample(R.permute_dims(d, axes=[1, 0, 2, 3]), h, method="nearest", layout="CNHW", padding_mode="zeros")
        o8 = R.max(R.abs(s8 - t8)) < R.const(1e-5, "float32")
        s9 = R.permute_dims(R.image.grid_sample(d, h, method="bicubic", layout="NCHW", padding_mode="border"), axes=[1, 0, 2, 3])
        t9 = R.image.grid_sample(R.permute_dims(d, axes=[1, 0, 2, 3]), h, method="bicubic", layout="CNHW", padding_mode="border")
        o9 = R.max(R.abs(s9 - t9)) < R.const(1e-5, "float32")
        s10 = R.permute_dims(R.image.grid_sample(d, g, method="bilinear", layout="NCHW", padding_mode="zeros"), axes=[1, 0, 2, 3])
        t10 = R.image.grid_sample(R.permute_dims(d, axes=[1, 0, 2, 3]), g, method="bilinear", layout="CNHW", padding_mode="zeros")
        o10 = R.max(R.abs(s10 - t10)) < R.const(1e-5, "float32")
        s11 = R.permute_dims(R.image.grid_sample(d, p, method="bilinear", layout="NCHW", padding_mode="zeros"), axes=[1, 0, 2, 3])
        t11 = R.image.grid_sample(R.permute_dims(d, axes=[1, 0, 2, 3]), p, method="bilinear", layout="CNHW", padding_mode="zeros")
        o11 = R.max(R.abs(s11 - t11)) < R.const(1e-5, "float32")
        s12 = R.permute_dims(R.image.grid_sample(e, s, method="bilinear", layout="NCHW", padding_mode="zeros"), axes=[1, 0, 2, 3])
        t12 = R.image.grid_sample(R.permute_dims(e, axes=[1, 0, 2, 3]), s, method="bilinear", layout="CNHW", padding_mode="zeros")
        o12 = R.max(R.abs(s12 - t12)) < R.const(1e-5, "float32")
        s13 = R.permute_dims(R.image.grid_sample(e, s, method="nearest", layout="NCHW", padding_mode="border"), axes=[1, 0, 2, 3])
        t13 = R.image.grid_sample(R.permute_dims(e, axes=[1, 0, 2, 3]), s, method="nearest", layout="CNHW", padding_mode="border")
        o13 = R.max(R.abs(s13 - t13)) < R.const(1e-5, "float32")
        s14 = R.permute_dims(R.image.grid_sample(e, s, method="bicubic", layout="NCHW", padding_mode="reflection"), axes=[1, 0, 2, 3])
        t14 = R.image.grid_sample(R.permute_dims(e, axes=[1, 0, 2, 3]), s, method="bicubic", layout="CNHW", padding_mode="reflection")
        o14 = R.max(R.abs(s14 - t14)) < R.const(1e-5, "float32")
        s15 = R.permute_dims(R.image.grid_sample(f, s, method="bilinear", layout="NHWC", padding_mode="zeros"), axes=[3, 0, 1, 2])
        t15 = R.image.grid_sample(R.permute_dims(f, axes=[3, 0, 1, 2]), s, method="bilinear", layout="CNHW", padding_mode="zeros")
        o15 = R.max(R.abs(s15 - t15)) < R.const(1e-5, "float32")
        s16 = R.permute_dims(R.image.grid_sample(f, s, method="nearest", layout="NHWC", padding_mode="zeros"), axes=[3, 0, 1, 2])
        t16 = R.image.grid_sample(R.permute_dims(f, axes=[3, 0, 1, 2]), s, method="nearest", layout="CNHW", padding_mode="zeros")
        o16 = R.max(R.abs(s16 - t16)) < R.const(1e-5, "float32")
        s17 = R.permute_dims(R.image.grid_sample(f, s, method="bicubic", layout="NHWC", padding_mode="border"), axes=[3, 0, 1, 2])
        t17 = R.image.grid_sample(R.permute_dims(f, axes=[3, 0, 1, 2]), s, method="bicubic", layout="CNHW", padding_mode="border")
        o17 = R.max(R.abs(s17 - t17)) < R.const(1e-5, "float32")
        R.output(o0, o1, o2, o3, o4, o5, o6, o7, o8, o9, o10, o11, o12, o13, o14, o15, o16, o17)
    return (o0, o1, o2, o3, o4, o5, o6, o7, o8, o9, o10, o11, o12, o13, o14, o15, o16, o17)

#| (True,
#|  True,
#|  True,
#|  True,
#|  True,
#|  True,
#|  True,
#|  True,
#|  True,
#|  True,
#|  True,
#|  True,
#|  True,
#|  True,
#|  True,
#|  True,
#|  True,
#|  True)
