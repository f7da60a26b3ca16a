# test: run --dim=n=1..70:3 --fill=rand --guard
# test: run --dim=n=700..701 --fill=rand --entry=columns --guard
# test: run --dim=n=1..70:3 --fill=rand --entry=columns --cpu=x86-64-v3
# test: run --dim=n=2..30:4 --fill=rand '--input=shifts=8xu32=[0 4 8 12 16 20 24 28]' --entry=nibbles --guard
# test: run --dim=n=100..102:2 --fill=rand '--input=shifts=8xu32=[0 4 8 12 16 20 24 28]' --entry=nibbles --cpu=x86-64
# test: run --dim=n=1..21:2 --fill=rand --entry=in_a_kernel --guard
# test: run --dim=n=1..40:3 --fill=rand --entry=several --guard
# test: run --dim=n=5..6 --fill=rand --entry=not_so
# A product of many vectors with a matrix that a step makes for it out of less memory computes the elements as it packs
# them: along k, along the columns, of batches, of halves, of a part of the matrix. (Weights by num_input stay unpacked.)
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((40, "n"), "float32"), w: R.Tensor((37, "n"), "int8"), s: R.Tensor((37,), "float32"), z: R.Tensor((37,), "int8"), b: R.Tensor((37,), "float32")):
        with R.dataflow():
            y = R.nn.relu(R.add(R.matmul(x, R.permute_dims(R.dequantize(w, s, z, axis=0))), b))
            R.output(y)
        return y

    @R.function
    def columns(x: R.Tensor((31, "n"), "float32"), w: R.Tensor(("n", 75), "uint8"), s: R.Tensor((75,), "float32"), z: R.Tensor((75,), "int8")):
        with R.dataflow():
            y = R.matmul(x, R.dequantize(w, s, z, axis=1))
            R.output(y)
        return y

    @R.function
    def nibbles(x: R.Tensor((33, "8 * n"), "float32"), w: R.Tensor((21, "n"), "uint32"), s: R.Tensor((21, "n // 2"), "float32"), shifts: R.Tensor((8,), "uint32")):
        n = T.int64()
        with R.dataflow():
            codes = R.bitwise_and(R.right_shift(R.expand_dims(w, axis=[2]), shifts), R.const(15, "uint32"))
            groups = R.reshape(codes, (21, n // 2, 16))
            numbers = R.multiply(R.subtract(R.astype(groups, "float32"), R.const(7.0, "float32")), R.expand_dims(s, axis=[2]))
            y = R.matmul(x, R.permute_dims(R.reshape(numbers, (21, 8 * n))))
            R.output(y)
        return y

    @T.prim_func(private=True)
    def decode_and_multiply(q: T.handle, c: T.handle, v: T.handle, o: T.handle):
        n = T.int64()
        codes = T.match_buffer(q, (50, n), "uint32")
        scales = T.match_buffer(c, (50, n), "float16")
        x = T.match_buffer(v, (29, n * 8), "float16")
        out = T.match_buffer(o, (29, 50), "float32")
        w = T.alloc_buffer((50, n * 8), "float16")
        for i, j in T.grid(50, n * 8):
            with T.block("decode"):
                vi, vj = T.axis.remap("SS", [i, j])
                w[vi, vj] = (T.Cast("float16", T.bitwise_and(T.shift_right(codes[vi, vj // 8], T.Cast("uint32", vj % 8 * 4)), T.uint32(15))) - T.float16(7)) * scales[vi, vj // 8]
        for i, j, k in T.grid(29, 50, n * 8):
            with T.block("matmul"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    out[vi, vj] = T.float32(0)
                out[vi, vj] = out[vi, vj] + T.Cast("float32", x[vi, vk]) * T.Cast("float32", w[vj, vk])

    @R.function
    def in_a_kernel(x: R.Tensor((29, "8 * n"), "float16"), w: R.Tensor((50, "n"), "uint32"), s: R.Tensor((50, "n"), "float16")):
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.decode_and_multiply, (w, s, x), out_sinfo=R.Tensor((29, 50), dtype="float32"))
            R.output(y)
        return y

    @R.function
    def several(x: R.Tensor((3, 30, "n"), "float32"), h: R.Tensor((24, "n"), "float16"), w: R.Tensor((3, 20, "n"), "int8"), u: R.Tensor(("n", 3, 16), "int8"), d: R.Tensor((26, "n"), "float64")):
        n = T.int64()
        scale, zero = R.const(0.5, "float32"), R.const(1, "int8")
        with R.dataflow():
            of_batch = R.matmul(x, R.permute_dims(R.dequantize(w, scale, zero), axes=[0, 2, 1]))
            of_part = R.matmul(x, R.strided_slice(R.permute_dims(R.dequantize(w, scale, zero), axes=[0, 2, 1]), axes=[2], begin=[3], end=[19]))
            from_afar = R.matmul(x, R.permute_dims(R.dequantize(u, scale, zero), axes=[1, 0, 2]))
            of_halves = R.matmul(x, R.permute_dims(R.astype(h, "float32")))
            doubles = R.matmul(d, R.astype(R.reshape(u, (n, 48)), "float64"))
            R.output(of_batch, of_part, from_afar, of_halves, doubles)
        return (of_batch, of_part, from_afar, of_halves, doubles)

    @R.function
    def not_so(x: R.Tensor((30, "n"), "float32"), w: R.Tensor((30, "n"), "int8")):
        with R.dataflow():
            floats = R.dequantize(w, R.const(0.5, "float32"), R.const(1, "int8"))
            twice = R.matmul(x, R.permute_dims(floats))
            on_the_left = R.matmul(R.dequantize(w, R.const(0.25, "float32"), R.const(2, "int8")), R.permute_dims(x))
            R.output(floats, twice, on_the_left)
        return (floats, twice, on_the_left)

#| $ run --dim=n=1..70:3 --fill=rand --guard
#| n=1: agrees
#| n=4: agrees
#| n=7: agrees
#| n=10: agrees
#| n=13: agrees
#| n=16: agrees
#| n=19: agrees
#| n=22: agrees
#| n=25: agrees
#| n=28: agrees
#| n=31: agrees
#| n=34: agrees
#| n=37: agrees
#| n=40: agrees
#| n=43: agrees
#| n=46: agrees
#| n=49: agrees
#| n=52: agrees
#| n=55: agrees
#| n=58: agrees
#| n=61: agrees
#| n=64: agrees
#| n=67: agrees
#| n=70: agrees
#| 24 of 24 sizes agree
#| $ run --dim=n=700..701 --fill=rand --entry=columns --guard
#| n=700: agrees
#| n=701: agrees
#| 2 of 2 sizes agree
#| $ run --dim=n=1..70:3 --fill=rand --entry=columns --cpu=x86-64-v3
#| n=1: agrees
#| n=4: agrees
#| n=7: agrees
#| n=10: agrees
#| n=13: agrees
#| n=16: agrees
#| n=19: agrees
#| n=22: agrees
#| n=25: agrees
#| n=28: agrees
#| n=31: agrees
#| n=34: agrees
#| n=37: agrees
#| n=40: agrees
#| n=43: agrees
#| n=46: agrees
#| n=49: agrees
#| n=52: agrees
#| n=55: agrees
#| n=58: agrees
#| n=61: agrees
#| n=64: agrees
#| n=67: agrees
#| n=70: agrees
#| 24 of 24 sizes agree
#| $ run --dim=n=2..30:4 --fill=rand '--input=shifts=8xu32=[0 4 8 12 16 20 24 28]' --entry=nibbles --guard
#| n=2: agrees
#| n=6: agrees
#| n=10: agrees
#| n=14: agrees
#| n=18: agrees
#| n=22: agrees
#| n=26: agrees
#| n=30: agrees
#| 8 of 8 sizes agree
#| $ run --dim=n=100..102:2 --fill=rand '--input=shifts=8xu32=[0 4 8 12 16 20 24 28]' --entry=nibbles --cpu=x86-64
#| n=100: agrees
#| n=102: agrees
#| 2 of 2 sizes agree
#| $ run --dim=n=1..21:2 --fill=rand --entry=in_a_kernel --guard
#| n=1: agrees
#| n=3: agrees
#| n=5: agrees
#| n=7: agrees
#| n=9: agrees
#| n=11: agrees
#| n=13: agrees
#| n=15: agrees
#| n=17: agrees
#| n=19: agrees
#| n=21: agrees
#| 11 of 11 sizes agree
#| $ run --dim=n=1..40:3 --fill=rand --entry=several --guard
#| n=1: agrees
#| n=4: agrees
#| n=7: agrees
#| n=10: agrees
#| n=13: agrees
#| n=16: agrees
#| n=19: agrees
#| n=22: agrees
#| n=25: agrees
#| n=28: agrees
#| n=31: agrees
#| n=34: agrees
#| n=37: agrees
#| n=40: agrees
#| 14 of 14 sizes agree
#| $ run --dim=n=5..6 --fill=rand --entry=not_so
#| n=5: agrees
#| n=6: agrees
#| 2 of 2 sizes agree
