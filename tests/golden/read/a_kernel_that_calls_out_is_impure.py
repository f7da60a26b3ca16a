# test: fmt
# Writing to buffers, the intrinsics of arithmetic and pure external functions leave a kernel pure.
from tvm.script import ir as I, relax as R, tir as T

@I.ir_module
class Module:
    @T.prim_func
    def prints(n: T.int32):
        for i in range(n):
            if i > 2:
                T.evaluate(T.call_extern("int32", "printf", n))

    @T.prim_func
    def traces(n: T.int32):
        T.call_packed("trace", n, T.bool(True))

    @T.prim_func
    def copies(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        # T.call_extern(...) would not be pure
        for i in range(4):
            y[i] = T.exp(x[i]) + T.call_pure_extern("float32", "T.call_packed(f)", x[i])

    @R.function(pure=False)
    def main(x: R.Tensor((4,), "float32")):
        f = Module.prints
        g = Module.traces
        h = Module.copies
        f(R.prim_value(T.int32(3)))
        return x

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func
#|     def copies(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
#|         # T.call_extern(...) would not be pure
#|         for i in range(4):
#|             y[i] = T.exp(x[i]) + T.call_pure_extern("float32", "T.call_packed(f)", x[i])
#|
#|     @T.prim_func
#|     def prints(n: T.int32):
#|         for i in range(n):
#|             if i > 2:
#|                 T.call_extern("int32", "printf", n)
#|
#|     @T.prim_func
#|     def traces(n: T.int32):
#|         T.call_packed("trace", n, T.bool(True))
#|
#|     @R.function(pure=False)
#|     def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|         cls = Module
#|         f: R.Callable((R.Prim("int32"),), R.Tuple, False) = cls.prints
#|         g: R.Callable((R.Prim("int32"),), R.Tuple, False) = cls.traces
#|         h: R.Callable((R.Tensor((4,), dtype="float32"), R.Tensor((4,), dtype="float32")), R.Tuple, False) = cls.copies
#|         f(R.prim_value(T.int32(3)))
#|         return x
