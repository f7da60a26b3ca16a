# test: check
# Blocks without variables are transparent, and variables of blocks may be used in blocks inside of them.
@T.prim_func
def copy(A: T.Buffer((8, 8), "float32"), B: T.Buffer((8, 8), "float32")):
    for i, j in T.grid(8, 8):
        with T.block("without variables"):
            with T.block("copy"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.where(i + j < 15)
                with T.block("inner"):
                    vk = T.axis.spatial(1, 0)
                    for k in range(vk + 1):
                        B[vi, vj + k] = A[vi, vj + k]
            B[i, j] = B[i, j] + T.float32(1)
