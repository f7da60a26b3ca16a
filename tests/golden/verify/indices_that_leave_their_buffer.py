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
