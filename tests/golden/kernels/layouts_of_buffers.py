# test: fails check
# A buffer of a newer version may say that it has no layout; those of accelerators are not supported.
@T.prim_func
def f(A: T.Buffer((4,), "float32", layout=None), b: T.handle):
    B = T.match_buffer(b, (4,), layout="row", allocated_addr=[])
    A[0] = B[0]

#| layouts_of_buffers.py:5:40: error: a buffer with 'layout' is not supported [E0903]
#|         B = T.match_buffer(b, (4,), layout="row", allocated_addr=[])
#|                                            ^~~~~
