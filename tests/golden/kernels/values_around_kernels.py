# test: fmt
# Plain values that Python gives names before a kernel are values in it, as in Python.
from tvm.script import ir as I, tir as T

N, M = 8, 3
SHAPE = (N, M)
DTYPE = "float16"
SCALE = 0.5
DEEP = M > 2

@I.ir_module
class Module:
    @T.prim_func
    def scale(A: T.Buffer(SHAPE, DTYPE), B: T.Buffer((N, *SHAPE), DTYPE)):
        for i, j in T.grid(*SHAPE):
            if DEEP:
                B[N - 1, i, j] = A[i, j] * SCALE
            for k in range(len(SHAPE)):
                B[k, i, j] = SHAPE[1]

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#|
#| @I.ir_module
#| class Module:
#|     @T.prim_func
#|     def scale(A: T.Buffer((8, 3), "float16"), B: T.Buffer((8, 8, 3), "float16")):
#|         for i, j in T.grid(8, 3):
#|             B[7, i, j] = T.Cast("float16", T.Cast("float32", A[i, j]) * T.float32(0.5))
#|             for k in range(2):
#|                 B[k, i, j] = T.float16(3.0)
