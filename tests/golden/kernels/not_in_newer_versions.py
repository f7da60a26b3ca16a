# test: fails migrate --to=tvm-0.26 --diff
# What newer versions no longer have.
from tvm.script import tir as T

@T.prim_func
def kernel(A: T.Buffer((4,), "float32", axis_separators=[]), n: T.int32, b: T.handle):
    B = T.match_buffer(b, (4, 4), axis_separators=[1], buffer_type="auto")
    p = T.allocate([4], "float32", "global", n > 2)
    q = T.allocate_const([1, 2], "int32", [2])
    A[0] = B[0, 0]
    T.prefetch(A, [T.Range(0, 4)])

#| not_in_newer_versions.py:7:5: error: axis_separators is not part of tvm-0.26 [E0606]
#|         B = T.match_buffer(b, (4, 4), axis_separators=[1], buffer_type="auto")
#|         ^
#| not_in_newer_versions.py:8:9: error: the condition of an allocation is not part of tvm-0.26 [E0606]
#|         p = T.allocate([4], "float32", "global", n > 2)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| not_in_newer_versions.py:9:9: error: T.allocate_const is not part of tvm-0.26 [E0606]
#|         q = T.allocate_const([1, 2], "int32", [2])
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| not_in_newer_versions.py:11:5: error: T.prefetch is not part of tvm-0.26 [E0606]
#|         T.prefetch(A, [T.Range(0, 4)])
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
