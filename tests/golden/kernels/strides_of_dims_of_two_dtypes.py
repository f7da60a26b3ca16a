# test: fmt --verify-roundtrip
# The text of strides does not say their dtype: it is that of the first dim.
from tvm.script import tir as T

@T.prim_func
def kernel(a: T.handle, b: T.handle):
    A = T.match_buffer(a, (4, T.int64(5)), buffer_type="auto")
    B = T.match_buffer(b, (9223372036854775807, 4), buffer_type="auto")
    A[0, 0] = B[0, 0]

#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def kernel(a: T.handle, b: T.handle):
#|     A = T.match_buffer(a, (4, T.int64(5)), strides=("A_s0", "A_s1"), buffer_type="auto")
#|     B = T.match_buffer(b, (T.int64(9223372036854775807), 4), strides=("B_s0", "B_s1"), buffer_type="auto")
#|     A[0, 0] = B[0, 0]
