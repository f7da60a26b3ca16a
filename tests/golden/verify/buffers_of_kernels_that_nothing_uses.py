# test: check
@T.prim_func
def double(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    t, u = T.alloc_buffer((16,)), T.alloc_buffer((16,))
    T.evaluate(T.call_extern("int32", "f", u.data))
    for i in range(16):
        with T.block("b"):
            vi = T.axis.spatial(16, i)
            S = T.match_buffer(A[vi:vi + 1], (1,))
            B[vi] = A[vi] * T.float32(2)

#| buffers_of_kernels_that_nothing_uses.py:4:5: warning: buffer 't' is allocated, and nothing uses it [W0206]
#|         t, u = T.alloc_buffer((16,)), T.alloc_buffer((16,))
#|         ^
#| buffers_of_kernels_that_nothing_uses.py:9:13: warning: buffer 'S' is matched with a region, and nothing uses it [W0206]
#|                 S = T.match_buffer(A[vi:vi + 1], (1,))
#|                 ^
