# test: fails check
@T.prim_func
def fill(p: T.handle("float32"), n: T.int32):
    A = T.Buffer((4,), data=p)
    B = T.Buffer((4,))
    C = T.Buffer((n,), data=B.data)
    for i in range(4):
        A[i] = B[i]
        C[i] = A[i]

#| a_buffer_without_memory.py:8:9: error: buffer 'B' is used, but nothing gives it memory: it is no parameter's, not allocated, and has no data of another [E0505]
#|             A[i] = B[i]
#|             ^~~~~~~~~~~
#| a_buffer_without_memory.py:5:5: note: it is declared here
#|         B = T.Buffer((4,))
#|         ^
