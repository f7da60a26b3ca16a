# A softmax over rows as an operator and as loops: with whole buffers in between, and row by row with scalars.
# from tvm.script import ir as I
# from tvm.script import tir as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def kernel(A: T.Buffer((1024, 1024), "float32"), B: T.Buffer((1024, 1024), "float32")):
        most = T.alloc_buffer((1024,))
        power = T.alloc_buffer((1024, 1024))
        total = T.alloc_buffer((1024,))
        for i, k in T.grid(1024, 1024):
            with T.block("most"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    most[vi] = T.min_value("float32")
                most[vi] = T.max(most[vi], A[vi, vk])
        for i, j in T.grid(1024, 1024):
            with T.block("power"):
                vi, vj = T.axis.remap("SS", [i, j])
                power[vi, vj] = T.exp(A[vi, vj] - most[vi])
        for i, k in T.grid(1024, 1024):
            with T.block("total"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    total[vi] = T.float32(0)
                total[vi] = total[vi] + power[vi, vk]
        for i, j in T.grid(1024, 1024):
            with T.block("B"):
                vi, vj = T.axis.remap("SS", [i, j])
                B[vi, vj] = power[vi, vj] / total[vi]

    @T.prim_func
    def plain_kernel(A: T.Buffer((128, 1024), "float32"), B: T.Buffer((128, 1024), "float32")):
        most = T.alloc_buffer((1,))
        total = T.alloc_buffer((1,))
        for i in range(128):
            most[0] = T.min_value("float32")
            for j in range(1024):
                most[0] = T.max(most[0], A[i, j])
            total[0] = T.float32(0)
            for j in range(1024):
                total[0] = total[0] + T.exp(A[i, j] - most[0])
            for j in range(1024):
                B[i, j] = T.exp(A[i, j] - most[0]) / total[0]

    @R.function
    def operator(a: R.Tensor((1024, 1024), "float32")) -> R.Tensor((1024, 1024), "float32"):
        gv = R.nn.softmax(a, axis=1)
        return gv

    @R.function
    def block(a: R.Tensor((1024, 1024), "float32")) -> R.Tensor((1024, 1024), "float32"):
        cls = Module
        gv = R.call_tir(cls.kernel, (a,), out_sinfo=R.Tensor((1024, 1024), "float32"))
        return gv

    @R.function
    def operator_few_rows(a: R.Tensor((128, 1024), "float32")) -> R.Tensor((128, 1024), "float32"):
        gv = R.nn.softmax(a, axis=1)
        return gv

    @R.function
    def loops_few_rows(a: R.Tensor((128, 1024), "float32")) -> R.Tensor((128, 1024), "float32"):
        cls = Module
        gv = R.call_tir(cls.plain_kernel, (a,), out_sinfo=R.Tensor((128, 1024), "float32"))
        return gv
