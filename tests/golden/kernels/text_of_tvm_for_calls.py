# test: fmt --show-meta
# TVM's text does not say the dtype of a call.
from tvm.script import tir as T

@T.prim_func
def kernel(A: T.Buffer((4,), "float32")):
    T.evaluate(T.Call("float64", "tir.exp", [A[1]]))

#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def kernel(A: T.Buffer((4,), "float32")):
#|     T.exp(A[1])
#| text_of_tvm_for_calls.py:6:5: warning: TVM's text cannot say the value here; it reads back as another [W0105]
#|     def kernel(A: T.Buffer((4,), "float32")):
#|         ^~~~~~
