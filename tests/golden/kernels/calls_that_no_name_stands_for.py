# test: fmt --verify-roundtrip
# Where T.name is no function, or one that gives another node, the operator is called by its name.
@T.prim_func
def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "bool"), C: T.Buffer((8,), "int32"), H: T.Buffer((8,), "float16")):
    A[0] = T.Call("float32", "tir.expm1", [A[0]])
    A[1] = T.Call("float32", "tir.floor", [A[1]])
    A[2] = T.Call("float32", "tir.floor", [T.float32(1.5)])
    A[3] = T.Call("float32", "tir.abs", [A[3]])
    A[4] = T.Call("float32", "tir.if_then_else", [T.bool(True), A[4], A[5]])
    B[0] = T.Call("bool", "tir.isinf", [A[0]])
    B[1] = T.Call("bool", "tir.isnan", [A[0]])
    B[2] = T.Call("bool", "tir.isnan", [H[0]])
    C[0] = T.Call("int32", "tir.round", [C[1]])
    C[1] = T.Call("int32", "tir.abs", [C[1]])

#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "bool"), C: T.Buffer((8,), "int32"), H: T.Buffer((8,), "float16")):
#|     A[0] = T.Call("float32", "tir.expm1", [A[0]])
#|     A[1] = T.floor(A[1])
#|     A[2] = T.Call("float32", "tir.floor", [T.float32(1.5)])
#|     A[3] = T.Call("float32", "tir.abs", [A[3]])
#|     A[4] = T.Call("float32", "tir.if_then_else", [T.bool(True), A[4], A[5]])
#|     B[0] = T.Call("bool", "tir.isinf", [A[0]])
#|     B[1] = T.isnan(A[0])
#|     B[2] = T.Call("bool", "tir.isnan", [H[0]])
#|     C[0] = T.Call("int32", "tir.round", [C[1]])
#|     C[1] = T.Call("int32", "tir.abs", [C[1]])
