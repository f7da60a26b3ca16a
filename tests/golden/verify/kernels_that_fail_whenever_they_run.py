# test: check
@T.prim_func
def divide(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        A[i] = A[i] // T.max(T.min(i, 0), 0)
        A[i] = T.shift_left(A[i], 32 + i)
        A[i] = T.shift_right(A[i], i)
        A[i] = T.cast(A[T.cast(B[i], "int32")], "int32")
        B[i] = B[B[i]]
