# test: fails fmt
# Python computes all values before it gives the first name one.
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((4,), "int32")):
    x = T.local_scalar("int32")
    y = T.local_scalar("int32")
    x, y = 1, 2
    x, y = A[0], y + 1
    x, y = y, x
    A[0] = x + y

#| variables_that_are_read_too_late.py:11:15: error: the value reads a variable that the same assignment gives a value before: bind it to a name first [E0106]
#|         x, y = y, x
#|                   ^
