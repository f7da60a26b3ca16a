# Products with weights of 4 and of 8 bits: as operators, and as kernels that write the weights out before they multiply,
# or make them where they are multiplied.
# from tvm.script import ir as I
# from tvm.script import tir as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def four_bits(W: T.Buffer((1024, 128), "uint32"), S: T.Buffer((1024, 32), "float32"), A: T.Buffer((256, 1024), "float32"), C: T.Buffer((256, 1024), "float32")):
        w = T.alloc_buffer((1024, 1024))
        for i, j in T.grid(1024, 1024):
            with T.block("decode"):
                vi, vj = T.axis.remap("SS", [i, j])
                w[vi, vj] = (T.Cast("float32", T.bitwise_and(T.shift_right(W[vi, vj // 8], T.Cast("uint32", vj % 8) * T.uint32(4)), T.uint32(15))) - T.float32(7)) * S[vi, vj // 32]
        for i, j, k in T.grid(256, 1024, 1024):
            with T.block("NT_matmul"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * w[vj, vk]

    @T.prim_func
    def four_bits_inside(W: T.Buffer((1024, 128), "uint32"), S: T.Buffer((1024, 32), "float32"), A: T.Buffer((256, 1024), "float32"), C: T.Buffer((256, 1024), "float32")):
        for i, j, k in T.grid(256, 1024, 1024):
            with T.block("NT_matmul"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * ((T.Cast("float32", T.bitwise_and(T.shift_right(W[vj, vk // 8], T.Cast("uint32", vk % 8) * T.uint32(4)), T.uint32(15))) - T.float32(7)) * S[vj, vk // 32])

    @T.prim_func
    def eight_bits(W: T.Buffer((1024, 1024), "int8"), S: T.Buffer((1024,), "float32"), A: T.Buffer((256, 1024), "float32"), C: T.Buffer((256, 1024), "float32")):
        w = T.alloc_buffer((1024, 1024))
        for i, j in T.grid(1024, 1024):
            with T.block("decode"):
                vi, vj = T.axis.remap("SS", [i, j])
                w[vi, vj] = T.Cast("float32", W[vi, vj]) * S[vj]
        for i, j, k in T.grid(256, 1024, 1024):
            with T.block("matmul"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * w[vk, vj]

    @R.function
    def operator(w: R.Tensor((1024, 128), "uint32"), s: R.Tensor((1024, 32), "float32"), a: R.Tensor((256, 1024), "float32")):
        columns = R.reshape(w, (1024, 128, 1))
        moved = R.right_shift(columns, R.const([0, 4, 8, 12, 16, 20, 24, 28], "uint32"))
        digits = R.astype(R.bitwise_and(moved, R.const(15, "uint32")), "float32")
        centred = R.reshape(R.subtract(digits, R.const(7, "float32")), (1024, 32, 32))
        weights = R.reshape(R.multiply(centred, R.reshape(s, (1024, 32, 1))), (1024, 1024))
        gv = R.matmul(a, R.permute_dims(weights))
        return gv

    @R.function
    def block(w: R.Tensor((1024, 128), "uint32"), s: R.Tensor((1024, 32), "float32"), a: R.Tensor((256, 1024), "float32")):
        cls = Module
        gv = R.call_tir(cls.four_bits, (w, s, a), out_sinfo=R.Tensor((256, 1024), "float32"))
        return gv

    @R.function
    def inside(w: R.Tensor((1024, 128), "uint32"), s: R.Tensor((1024, 32), "float32"), a: R.Tensor((256, 1024), "float32")):
        cls = Module
        gv = R.call_tir(cls.four_bits_inside, (w, s, a), out_sinfo=R.Tensor((256, 1024), "float32"))
        return gv

    @R.function
    def operator_eight(w: R.Tensor((1024, 1024), "int8"), s: R.Tensor((1024,), "float32"), a: R.Tensor((256, 1024), "float32")):
        weights = R.multiply(R.astype(w, "float32"), s)
        gv = R.matmul(a, weights)
        return gv

    @R.function
    def block_eight(w: R.Tensor((1024, 1024), "int8"), s: R.Tensor((1024,), "float32"), a: R.Tensor((256, 1024), "float32")):
        cls = Module
        gv = R.call_tir(cls.eight_bits, (w, s, a), out_sinfo=R.Tensor((256, 1024), "float32"))
        return gv
