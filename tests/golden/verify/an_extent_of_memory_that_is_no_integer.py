# test: fails check
# Memory has as many elements as integers say.
from tvm.script import tir as T

@T.prim_func
def kernel(A: T.Buffer((4,), "float32"), h: T.handle):
    p = T.allocate([A[0]], "float32", "global")
    q = T.allocate([4, h], "float32", "global")
    A[0] = T.float32(1)

#| an_extent_of_memory_that_is_no_integer.py:7:20: error: an extent of an allocation is an integer, not float32 [E0404]
#|         p = T.allocate([A[0]], "float32", "global")
#|                        ^~~~~~
#| an_extent_of_memory_that_is_no_integer.py:8:20: error: an extent of an allocation is an integer, not handle [E0404]
#|         q = T.allocate([4, h], "float32", "global")
#|                        ^~~~~~
