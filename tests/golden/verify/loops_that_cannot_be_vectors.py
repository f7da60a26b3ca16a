# test: check
@T.prim_func
def double(n: T.int32, A: T.Buffer((16,), "float32")):
    for i in T.vectorized(n):
        A[i] = A[i] * T.float32(2)
    for i in T.vectorized(4):
        for j in T.vectorized(4):
            A[i * 4 + j] = T.float32(0)
        p = T.allocate([n], "float32")
        while A[i] < T.float32(1):
            A[i] = A[i] + T.float32(1)
