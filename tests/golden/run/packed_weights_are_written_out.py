# test: run --engine=eval --compare=jit --fill='rand(normal,seed=2)' --max-elements=6
# Weights in words of 8 digits and groups with a scale, as decoders of language models have them. Sums of float16 are
# rounded after each step in both engines.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def singles(W: T.Buffer((40, 8), "uint32"), S: T.Buffer((40, 2), "float32"), A: T.Buffer((3, 64), "float32"), C: T.Buffer((3, 40), "float32")):
        w = T.alloc_buffer((40, 64))
        for i, j in T.grid(40, 64):
            with T.block("decode"):
                vi, vj = T.axis.remap("SS", [i, j])
                w[vi, vj] = (T.Cast("float32", T.bitwise_and(T.shift_right(W[vi, vj // 8], T.Cast("uint32", vj % 8) * T.uint32(4)), T.uint32(15))) - T.float32(7)) * S[vi, vj // 32]
        for i, j, k in T.grid(3, 40, 64):
            with T.block("NT_matmul"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * w[vj, vk]

    @T.prim_func(private=True)
    def halves(W: T.Buffer((40, 8), "uint32"), S: T.Buffer((40, 2), "float16"), A: T.Buffer((1, 64), "float16"), C: T.Buffer((1, 40), "float16")):
        w = T.alloc_buffer((40, 64), "float16")
        for i, j in T.grid(40, 64):
            with T.block("decode"):
                vi, vj = T.axis.remap("SS", [i, j])
                w[vi, vj] = (T.Cast("float16", T.bitwise_and(T.shift_right(W[vi, vj // 8], T.Cast("uint32", vj % 8) * T.uint32(4)), T.uint32(15))) - T.float16(7)) * S[vi, vj // 32]
        for i, j, k in T.grid(1, 40, 64):
            with T.block("NT_matmul"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float16(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * w[vj, vk]

    @T.prim_func(private=True)
    def of_many_rows(W: T.Buffer((24, 16), "int8"), S: T.Buffer((24,), "float16"), A: T.Buffer((36, 16), "float16"), C: T.Buffer((36, 24), "float16")):
        w = T.alloc_buffer((24, 16), "float16")
        for i, j in T.grid(24, 16):
            w[i, j] = T.Cast("float16", W[i, j]) * S[i] + T.float16(0.125)
        for i, j in T.grid(36, 24):
            C[i, j] = T.float16(0.5)
            for k in range(16):
                C[i, j] = C[i, j] + A[i, k] * w[j, k]

    @T.prim_func(private=True)
    def scales_as_bits(W: T.Buffer((40, 8), "uint32"), S: T.Buffer((40, 2), "uint32"), A: T.Buffer((3, 64), "float32"), C: T.Buffer((3, 40), "float32")):
        w = T.alloc_buffer((40, 64))
        for i, j in T.grid(40, 64):
            w[i, j] = T.Cast("float32", T.bitwise_and(T.shift_right(W[i, j // 8], T.Cast("uint32", j % 8 * 4)), T.uint32(15))) * T.reinterpret("float32", T.shift_left(S[i, j // 32] + T.uint32(16128), T.uint32(16)))
        for i, j, k in T.grid(3, 40, 64):
            with T.block("matmul"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * w[vj, vk]

    @R.function
    def main(w: R.Tensor((40, 8), "uint32"), s: R.Tensor((40, 2), "float32"), h: R.Tensor((40, 2), "float16"), b: R.Tensor((40, 2), "uint32"), a: R.Tensor((3, 64), "float32"), c: R.Tensor((1, 64), "float16"), v: R.Tensor((24, 16), "int8"), t: R.Tensor((24,), "float16"), d: R.Tensor((36, 16), "float16")):
        cls = Module
        p = R.call_tir(cls.singles, (w, s, a), out_sinfo=R.Tensor((3, 40), "float32"))
        q = R.call_tir(cls.halves, (w, h, c), out_sinfo=R.Tensor((1, 40), "float16"))
        r = R.call_tir(cls.of_many_rows, (v, t, d), out_sinfo=R.Tensor((36, 24), "float16"))
        x = R.call_tir(cls.scales_as_bits, (w, b, a), out_sinfo=R.Tensor((3, 40), "float32"))
        return (p, q, r, x)

#| ([[-63.70638   44.221706  58.00085  ... -26.367943 -73.06204  -48.527016]
#|   [ 24.609432  23.053543 -18.983744 ... -22.435408 -58.23126  -12.354013]
#|   [ 38.140556  32.628742 -30.50279  ... -30.654884 -73.778694 -15.738997]],
#|  [[-32.28    8.336  -8.945 ...  18.89   25.58   50.38 ]],
#|  [[ 8.58    -0.4128   0.6367  ...  1.614    0.6836   9.01   ]
#|   [ 6.227   -1.938    0.997   ...  0.6953   1.043   -0.4265 ]
#|   [-2.033    4.656   -0.1979  ... -0.7065  -0.1964   0.8003 ]
#|   ...
#|   [-6.37     1.193   -0.1416  ... -0.10645 -0.03174  2.496  ]
#|   [-2.566    0.3838  -0.218   ...  1.762    1.697   10.945  ]
#|   [ 4.277    3.33     1.02    ...  1.567   -1.63    -5.473  ]],
#|  [[-0.7363236  -1.2827781  -0.3190013  ... -0.034441   -0.068882
#|    -0.034441  ]
#|   [-0.20540366 -0.40655473 -0.16500407 ... -0.6410759  -1.2821518
#|    -0.6410759 ]
#|   [ 0.8207426  -1.0660878   0.6369946  ...  1.242939    2.485878
#|     1.242939  ]])
