# test: fails check
@T.prim_func
def fill(p: T.handle("float32"), n: T.int32):
    A = T.Buffer((4,), data=p)
    B = T.Buffer((4,))
    C = T.Buffer((n,), data=B.data)
    for i in range(4):
        A[i] = B[i]
        C[i] = A[i]
