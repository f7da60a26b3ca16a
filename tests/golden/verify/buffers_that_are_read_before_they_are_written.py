# test: check
# A reduction without an init adds to what was in the memory; so does a kernel that never writes a buffer.
@T.prim_func
def total(A: T.Buffer((16,), "float32"), B: T.Buffer((4,), "float32")):
    s, t, u, v = T.alloc_buffer((1,)), T.alloc_buffer((1,)), T.alloc_buffer((1,)), T.alloc_buffer((1,))
    for i in range(16):
        with T.block("sum"):
            vi = T.axis.reduce(16, i)
            s[0] = s[0] + A[vi]
    for i in range(16):
        with T.block("fine"):
            vi = T.axis.reduce(16, i)
            with T.init():
                t[0] = T.float32(0)
            t[0] = t[0] + A[vi]
    for i in range(16):
        v[0] = T.if_then_else(i == 0, T.float32(0), v[0]) + A[i]
    B[0] = s[0]
    B[1] = t[0]
    B[2] = u[0]
    B[3] = v[0]

#| buffers_that_are_read_before_they_are_written.py:9:13: warning: buffer 's' is read before it is written [W0203]
#|                 s[0] = s[0] + A[vi]
#|                 ^~~~~~~~~~~~~~~~~~~
#| buffers_that_are_read_before_they_are_written.py:5:5: note: 's' is declared here
#|         s, t, u, v = T.alloc_buffer((1,)), T.alloc_buffer((1,)), T.alloc_buffer((1,)), T.alloc_buffer((1,))
#|         ^
#| buffers_that_are_read_before_they_are_written.py:20:5: warning: buffer 'u' is read, but nothing writes it [W0203]
#|         B[2] = u[0]
#|         ^~~~~~~~~~~
#| buffers_that_are_read_before_they_are_written.py:5:11: note: 'u' is declared here
#|         s, t, u, v = T.alloc_buffer((1,)), T.alloc_buffer((1,)), T.alloc_buffer((1,)), T.alloc_buffer((1,))
#|               ^
