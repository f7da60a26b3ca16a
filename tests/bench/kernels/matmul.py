# A matrix product as an operator and as loops.
# from tvm.script import ir as I
# from tvm.script import tir as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def kernel(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        for i, j, k in T.grid(1024, 1024, 1024):
            with T.block("C"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]

    @T.prim_func
    def plain_kernel(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32"), C: T.Buffer((1024, 1024), "float32")):
        for i, j in T.grid(1024, 1024):
            C[i, j] = T.float32(0)
            for k in range(1024):
                C[i, j] = C[i, j] + A[i, k] * B[k, j]

    @R.function
    def operator(a: R.Tensor((1024, 1024), "float32"), b: R.Tensor((1024, 1024), "float32")) -> R.Tensor((1024, 1024), "float32"):
        gv = R.matmul(a, b)
        return gv

    @R.function
    def block(a: R.Tensor((1024, 1024), "float32"), b: R.Tensor((1024, 1024), "float32")) -> R.Tensor((1024, 1024), "float32"):
        cls = Module
        gv = R.call_tir(cls.kernel, (a, b), out_sinfo=R.Tensor((1024, 1024), "float32"))
        return gv

    @R.function
    def loops(a: R.Tensor((1024, 1024), "float32"), b: R.Tensor((1024, 1024), "float32")) -> R.Tensor((1024, 1024), "float32"):
        cls = Module
        gv = R.call_tir(cls.plain_kernel, (a, b), out_sinfo=R.Tensor((1024, 1024), "float32"))
        return gv
