# test: check
# A buffer that is left out, an element beside the region, a loop beyond it. What a reduction adds to need not be read.
@T.prim_func
def sums(A: T.Buffer((17,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16, 4), "float32")):
    for i in range(16):
        with T.block("pair"):
            vi = T.axis.spatial(16, i)
            T.reads(A[vi])
            T.writes(B[vi])
            B[vi] = A[vi] + A[vi + 1] + C[vi, 0]
    for i in range(16):
        with T.block("row"):
            vi = T.axis.spatial(16, i)
            T.reads(C[vi, 0:3])
            T.writes()
            for k in range(4):
                B[vi] = C[vi, k]
    for i in range(16):
        with T.block("fine"):
            vi = T.axis.spatial(16, i)
            T.reads(A[vi:vi + 2], C[vi, 0:4])
            T.writes(B[vi])
            t = T.alloc_buffer((1,))
            t[0] = A[vi] + A[vi + 1]
            B[vi] = B[vi] + t[0]
            for k in range(4):
                B[vi] = B[vi] + C[vi, k]
