# test: fails check
# T.Call takes the operators of kernels with as many operands as each has; what goes elsewhere has no other value.
from tvm.script import tir as T

@T.prim_func
def kernel(A: T.Buffer((4,), "float32")):
    T.evaluate(T.Call("handle", "tir.vload", [1]))
    T.evaluate(T.Call("float32", "tir.exp", [A[0], A[1]]))
    T.evaluate(T.Call("float32", "tir.expp", [A[0]]))
    T.evaluate(T.Call("float64", "tir.ret", [A[0]]))

#| calls_of_what_is_no_operator.py:7:16: error: a call of 'vload' with such arguments [E0303]
#|         T.evaluate(T.Call("handle", "tir.vload", [1]))
#|                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| calls_of_what_is_no_operator.py:8:16: error: a call of 'exp' with such arguments [E0303]
#|         T.evaluate(T.Call("float32", "tir.exp", [A[0], A[1]]))
#|                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| calls_of_what_is_no_operator.py:9:34: error: 'expp' is no operator of kernels [E0201]
#|         T.evaluate(T.Call("float32", "tir.expp", [A[0]]))
#|                                      ^~~~~~~~~~
#| calls_of_what_is_no_operator.py:10:23: error: 'ret' has no value of float64 [E0404]
#|         T.evaluate(T.Call("float64", "tir.ret", [A[0]]))
#|                           ^~~~~~~~~
