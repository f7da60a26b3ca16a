# test: check
# In every iteration, or in one that surely runs: with numbers and with symbols, of vectors, through blocks and lets.
@T.prim_func
def surely(a: T.handle, B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
    n = T.int64()
    A = T.match_buffer(a, (n,))
    for i in range(16):
        B[i] = C[i + 1]
    for i in range(16):
        j: T.int32 = i - 1
        B[i] = C[j]
    for i in range(n):
        A[i] = A[i + 1]
    for i, j in T.grid(4, 4):
        with T.block("b"):
            vi = T.axis.spatial(17, i * 4 + j + 1)
            B[vi] = T.float32(0)
    B[8:20] = T.broadcast(T.float32(1), 12)
    for i in range(n):
        if C[0] > T.float32(0):
            A[i] = A[i + n]
    for i in range(4):
        with T.block("b"):
            vi = T.axis.spatial(8, i + 8)
            B[vi] = T.float32(0)

#| indices_that_leave_their_buffer.py:8:9: warning: an index of buffer 'C' reaches 16, but dim 0 has 16 elements [W0201]
#|             B[i] = C[i + 1]
#|             ^~~~~~~~~~~~~~~
#| indices_that_leave_their_buffer.py:4:56: note: 'C' is declared here
#|     def surely(a: T.handle, B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
#|                                                            ^
#| indices_that_leave_their_buffer.py:11:9: warning: an index of buffer 'C' comes down to -1, but dim 0 has 16 elements [W0201]
#|             B[i] = C[j]
#|             ^~~~~~~~~~~
#| indices_that_leave_their_buffer.py:4:56: note: 'C' is declared here
#|     def surely(a: T.handle, B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
#|                                                            ^
#| indices_that_leave_their_buffer.py:13:9: warning: an index of buffer 'A' goes beyond dim 0 [W0201]
#|             A[i] = A[i + 1]
#|             ^~~~~~~~~~~~~~~
#| indices_that_leave_their_buffer.py:6:5: note: 'A' is declared here
#|         A = T.match_buffer(a, (n,))
#|         ^
#| indices_that_leave_their_buffer.py:17:13: warning: an index of buffer 'B' reaches 16, but dim 0 has 16 elements [W0201]
#|                 B[vi] = T.float32(0)
#|                 ^~~~~~~~~~~~~~~~~~~~
#| indices_that_leave_their_buffer.py:4:25: note: 'B' is declared here
#|     def surely(a: T.handle, B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
#|                             ^
#| indices_that_leave_their_buffer.py:18:5: warning: an index of buffer 'B' reaches 19, but dim 0 has 16 elements [W0201]
#|         B[8:20] = T.broadcast(T.float32(1), 12)
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| indices_that_leave_their_buffer.py:4:25: note: 'B' is declared here
#|     def surely(a: T.handle, B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
#|                             ^
#| indices_that_leave_their_buffer.py:21:13: warning: an index of buffer 'A' goes beyond dim 0 [W0201]
#|                 A[i] = A[i + n]
#|                 ^~~~~~~~~~~~~~~
#| indices_that_leave_their_buffer.py:6:5: note: 'A' is declared here
#|         A = T.match_buffer(a, (n,))
#|         ^
#| indices_that_leave_their_buffer.py:23:9: warning: the value of block variable 'vi' reaches 11, outside of its domain [W0201]
#|             with T.block("b"):
#|             ^~~~~~~~~~~~~~~~~~
#| indices_that_leave_their_buffer.py:24:13: note: its domain is given here
#|                 vi = T.axis.spatial(8, i + 8)
#|                 ^~
