# test: fmt
@T.prim_func
def f(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "e4m3_float8"), C: T.Buffer((1,), "float8_e5m2x4")):
    B[0:4] = T.Cast("e4m3_float8x4", A[0:4])
    C[0] = T.Cast("e5m2_float8x4", A[0:4])

#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def f(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "e4m3_float8"), C: T.Buffer((1,), "e5m2_float8x4")):
#|     B[0:4] = T.Cast("e4m3_float8x4", A[0:4])
#|     C[0] = T.Cast("e5m2_float8x4", A[0:4])
