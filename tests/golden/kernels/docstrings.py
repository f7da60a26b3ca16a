# test: fmt
# The text of a kernel and of its statements is kept, as comments.
from tvm.script import tir as T

@T.prim_func
def kernel(A: T.Buffer((4,), "float32")):
    """Doubles.

    All of them.
    """
    for i in range(4):
        "an element"
        A[i] = A[i] * T.float32(2)
    "the end"

#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def kernel(A: T.Buffer((4,), "float32")):
#|     # Doubles.
#|     # All of them.
#|     for i in range(4):
#|         # an element
#|         A[i] = A[i] * T.float32(2.0)
#|     # the end
