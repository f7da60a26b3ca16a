# test: run --dump=kernels --fill=iota --dim=n=40
# test: run --dim=n=1..70:3 --fill=rand --guard
# test: run --dim=n=1..70:3 --fill=rand --entry=other_places
# test: run --dim=n=1..21 --fill=rand '--input=shifts=8xu32=[0 4 8 12 16 20 24 28]' --entry=nibbles --guard
# test: run --dim=n=1..21 --fill=rand --entry=in_a_kernel --guard
# A product of few vectors with weights that are dequantised reads the small weights; of many, it has them in memory.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, "n"), "float32"), w: R.Tensor((3, "n"), "int8"), s: R.Tensor((3,), "float32"), z: R.Tensor((3,), "int8")):
        n = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            y = R.matmul(x, R.permute_dims(R.dequantize(w, s, z, axis=0)))
            R.output(y)
        return y

    @R.function
    def other_places(x: R.Tensor((2, 2, "n"), "float32"), u: R.Tensor(("n",), "float32"), v: R.Tensor((9, "n"), "float32"), w: R.Tensor((2, "n", 7), "uint8"), h: R.Tensor((7, "n"), "float16"), s: R.Tensor(("n",), "float32"), z: R.Tensor(("n",), "int8")):
        n = T.int64()
        R.func_attr({"num_input": 3})
        with R.dataflow():
            columns = R.matmul(x, R.dequantize(w, s, z, axis=1))
            left = R.nn.relu(R.matmul(R.astype(h, "float32"), u))
            row = R.matmul(u, R.permute_dims(R.astype(h, "float32")))
            rows = R.matmul(v, R.permute_dims(R.astype(h, "float32")))
            R.output(columns, left, row, rows)
        return (columns, left, row, rows)

    @R.function
    def nibbles(x: R.Tensor((1, "8 * n"), "float32"), w: R.Tensor((5, "n"), "uint32"), s: R.Tensor((5, "n"), "float32"), shifts: R.Tensor((8,), "uint32")):
        n = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            codes = R.bitwise_and(R.right_shift(R.expand_dims(w, axis=[2]), shifts), R.const(15, "uint32"))
            numbers = R.multiply(R.subtract(R.astype(codes, "float32"), R.const(7.0, "float32")), R.expand_dims(s, axis=[2]))
            y = R.matmul(x, R.permute_dims(R.reshape(numbers, (5, 8 * n))))
            R.output(y)
        return y

    @T.prim_func(private=True)
    def decode_and_multiply(q: T.handle, c: T.handle, v: T.handle, o: T.handle):
        n = T.int64()
        codes = T.match_buffer(q, (5, n), "uint32")
        scales = T.match_buffer(c, (5, n), "float32")
        x = T.match_buffer(v, (2, n * 8), "float32")
        out = T.match_buffer(o, (2, 5), "float32")
        w = T.alloc_buffer((5, n * 8), "float32")
        for i, j in T.grid(5, n * 8):
            with T.block("decode"):
                vi, vj = T.axis.remap("SS", [i, j])
                w[vi, vj] = (T.Cast("float32", T.bitwise_and(T.shift_right(codes[vi, vj // 8], T.Cast("uint32", vj % 8 * 4)), T.uint32(15))) - T.float32(7)) * scales[vi, vj // 8]
        for i, j, k in T.grid(2, 5, n * 8):
            with T.block("matmul"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    out[vi, vj] = T.float32(0)
                out[vi, vj] = out[vi, vj] + x[vi, vk] * w[vj, vk]

    @R.function
    def in_a_kernel(x: R.Tensor((2, "8 * n"), "float32"), w: R.Tensor((5, "n"), "uint32"), s: R.Tensor((5, "n"), "float32")):
        n = T.int64()
        cls = Module
        with R.dataflow():
            y = R.call_tir(cls.decode_and_multiply, (w, s, x), out_sinfo=R.Tensor((2, 5), dtype="float32"))
            R.output(y)
        return y

#| $ run --dump=kernels --fill=iota --dim=n=40
#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func(private=True)
#|     def dequantize_matmul(x: T.Buffer((T.int64(2), T.int64(40)), "float32"), w: T.Buffer((T.int64(3), T.int64(40)), "int8"), s: T.Buffer((T.int64(3),), "float32"), z: T.Buffer((T.int64(3),), "int8"), out: T.Buffer((T.int64(2), T.int64(3)), "float32")):
#|         T.func_attr({"tir.noalias": T.bool(True)})
#|         # with T.block("root"):
#|         for ax0, ax1, k0 in T.grid(T.int64(3), T.int64(2), T.int64(40)):
#|             with T.block("matmul"):
#|                 v_ax0, v_ax1, v_k0 = T.axis.remap("SSR", [ax0, ax1, k0])
#|                 T.reads(x[v_ax1, v_k0], w[v_ax0, v_k0], z[v_ax0], s[v_ax0])
#|                 T.writes(out[v_ax1, v_ax0])
#|                 with T.init():
#|                     out[v_ax1, v_ax0] = T.float32(0.0)
#|                 out[v_ax1, v_ax0] = out[v_ax1, v_ax0] + x[v_ax1, v_k0] * (T.Cast("float32", T.Cast("int32", w[v_ax0, v_k0]) - T.Cast("int32", z[v_ax0])) * s[v_ax0])
#|
#|     @R.function
#|     def main(x: R.Tensor((2, 40), dtype="float32"), w: R.Tensor((3, 40), dtype="int8"), s: R.Tensor((3,), dtype="float32"), z: R.Tensor((3,), dtype="int8")) -> R.Tensor((2, 3), dtype="float32"):
#|         R.func_attr({"num_input": 1})
#|         cls = Module
#|         with R.dataflow():
#|             gv = R.call_tir(cls.dequantize_matmul, (x, w, s, z), out_sinfo=R.Tensor((2, 3), dtype="float32"))
#|             R.output(gv)
#|         return gv
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
#| $ run --dim=n=1..70:3 --fill=rand --entry=other_places
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
#| $ run --dim=n=1..21 --fill=rand '--input=shifts=8xu32=[0 4 8 12 16 20 24 28]' --entry=nibbles --guard
#| n=1: agrees
#| n=2: agrees
#| n=3: agrees
#| n=4: agrees
#| n=5: agrees
#| n=6: agrees
#| n=7: agrees
#| n=8: agrees
#| n=9: agrees
#| n=10: agrees
#| n=11: agrees
#| n=12: agrees
#| n=13: agrees
#| n=14: agrees
#| n=15: agrees
#| n=16: agrees
#| n=17: agrees
#| n=18: agrees
#| n=19: agrees
#| n=20: agrees
#| n=21: agrees
#| 21 of 21 sizes agree
#| $ run --dim=n=1..21 --fill=rand --entry=in_a_kernel --guard
#| n=1: agrees
#| n=2: agrees
#| n=3: agrees
#| n=4: agrees
#| n=5: agrees
#| n=6: agrees
#| n=7: agrees
#| n=8: agrees
#| n=9: agrees
#| n=10: agrees
#| n=11: agrees
#| n=12: agrees
#| n=13: agrees
#| n=14: agrees
#| n=15: agrees
#| n=16: agrees
#| n=17: agrees
#| n=18: agrees
#| n=19: agrees
#| n=20: agrees
#| n=21: agrees
#| 21 of 21 sizes agree
