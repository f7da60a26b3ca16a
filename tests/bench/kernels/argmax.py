# The place of the largest element of a row, as an operator and as TVM writes it: a loop that keeps the place and the
# element.
# from tvm.script import ir as I
# from tvm.script import tir as T
# from tvm.script import relax as R

@I.ir_module
class Module:
    @T.prim_func
    def argmax(x: T.Buffer((1024, 1024), "float32"), x_red: T.Buffer((1024,), "int64")):
        v0 = T.alloc_buffer((1024,), "int64")
        v1 = T.alloc_buffer((1024,))
        for i, k in T.grid(1024, 1024):
            with T.block("x_red_temp"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    v0[vi] = T.int64(-1)
                    v1[vi] = T.min_value("float32")
                n0: T.int64 = T.Select(v1[vi] > x[vi, vk] or v1[vi] == x[vi, vk] and v0[vi] < T.Cast("int64", vk), v0[vi], T.Cast("int64", vk))
                n1: T.float32 = T.Select(v1[vi] > x[vi, vk], v1[vi], x[vi, vk])
                v0[vi] = n0
                v1[vi] = n1
        for i in range(1024):
            with T.block("x_red"):
                vi = T.axis.spatial(1024, i)
                x_red[vi] = v0[vi]

    @R.function
    def block(x: R.Tensor((1024, 1024), "float32")) -> R.Tensor((1024,), "int64"):
        cls = Module
        y = R.call_tir(cls.argmax, (x,), out_sinfo=R.Tensor((1024,), "int64"))
        return y

    @R.function
    def operator(x: R.Tensor((1024, 1024), "float32")):
        y = R.argmax(x, axis=1)
        return y
