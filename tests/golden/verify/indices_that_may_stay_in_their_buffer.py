# test: check
# Nothing is sure under a condition, in loops that hang on others, of loaded indices, and of what never runs.
@T.prim_func
def perhaps(a: T.handle, B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "int32"), m: T.int32):
    n = T.int64()
    A = T.match_buffer(a, (n,))
    for i in range(17):
        if i < 16:
            B[i] = T.if_then_else(i < 15, B[i + 1], T.float32(0))
    for i in range(16):
        B[i] = T.Select(1 <= i, B[i - 1], T.float32(0))
        B[C[i] + 1] = B[m]
    for i in range(16):
        for j in range(i):
            B[j + 1] = B[i - j]
    for i in range(n):
        A[n - 1 - i] = A[i % n] + A[i // 2]
    for i in range(1):
        B[i] = T.if_then_else(1 <= i, B[i - 1], T.float32(0))
    for i in range(5):
        with T.block("b"):
            vi = T.axis.spatial(20, i * 4)
            T.where(i * 4 < 16)
            B[vi] = T.float32(0)

@T.prim_func
def never(B: T.Buffer((16,), "float32")):
    for i in range(8):
        if i < 4:
            if not i <= 5:
                B[i + 20] = T.float32(0)
        else:
            B[i] = T.if_then_else(i < 3 or i < 4, B[20], B[i])
        if i:
            B[i - 1] = T.float32(0)
    for i in range(20):
        if i == 16:
            return 0
        B[i] = T.float32(0)
