# test: fmt
# A call whose name and operands do not say its dtype says it.
from tvm.script import tir as T

@T.prim_func
def kernel(A: T.Buffer((4,), "float32")):
    if T.Call("bool", "tir.tvm_call_packed", ["is_ready", A.data]):
        A[0] = T.Cast("float32", T.Call("float64", "tir.exp", [A[1]]))
    T.call_packed("done", A.data)
    T.Call("int32", "tir.exp", [T.float32(1)])

#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def kernel(A: T.Buffer((4,), "float32")):
#|     if T.Call("bool", "tir.tvm_call_packed", ["is_ready", A.data]):
#|         A[0] = T.Cast("float32", T.Call("float64", "tir.exp", [A[1]]))
#|     T.call_packed("done", A.data)
#|     T.Call("int32", "tir.exp", [T.float32(1.0)])
