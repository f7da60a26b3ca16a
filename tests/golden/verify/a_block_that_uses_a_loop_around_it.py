# test: fails check
# What a block with variables needs of the loops around it, it gets through them: in its body, its init and its regions.
# The values and the predicate of the block itself, loops inside of it and blocks without variables are free.
@T.prim_func
def copy(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
    for i, j in T.grid(8, 8):
        with T.block("copy"):
            vi, vj = T.axis.remap("SS", [i, j])
            B[vi, vj] = A[i, vj]

@T.prim_func
def fill(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
    for i in range(8):
        with T.block("outer"):
            vi = T.axis.spatial(8, i)
            T.where(i < 7)
            for j in range(8):
                with T.block("without variables"):
                    B[vi, j] = A[vi, j] + T.Cast("float32", i)
                with T.block("inner"):
                    vj = T.axis.reduce(8, j + i)
                    T.reads(A[i, j])
                    T.writes(B[vi, vj])
                    with T.init():
                        B[vi, 0] = T.Cast("float32", j)
                    B[vi, vj] = B[vi, vj] + A[vi, vj]
