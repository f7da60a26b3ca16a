# test: run --engine=eval --compare=jit --input=A=4x6xi32=iota
# A buffer that matches a region is that part of the other one; its strides and its offset are those in the other one.
@T.prim_func
def blocks(A: T.Buffer((4, 6), "int32"), S: T.Buffer((2, 2, 3), "int32"), values: T.Buffer((2, 2, 3), "int32")):
    for i, j in T.grid(2, 2):
        with T.block("b"):
            vi, vj = T.axis.remap("SS", [i, j])
            T.reads(A[vi * 2:vi * 2 + 2, vj * 3:vj * 3 + 3])
            T.writes(A[vi * 2:vi * 2 + 2, vj * 3:vj * 3 + 3], S[vi, vj, 0:3], values[vi, vj, 0:3])
            V = T.match_buffer(A[vi * 2:vi * 2 + 2, vj * 3:vj * 3 + 3], (2, 3), "int32", strides=["s0", "s1"], offset_factor=1)
            S[vi, vj, 0] = V.strides[0]
            S[vi, vj, 1] = V.strides[1]
            S[vi, vj, 2] = V.elem_offset
            with T.block("inner"):
                W = T.match_buffer(V[1, 0:3], (3,), "int32", strides=["w"], offset_factor=1)
                for k in range(3):
                    values[vi, vj, k] = W[k]
                    W[k] = -W[k]

#| ([[  0   1   2   3   4   5]
#|   [ -6  -7  -8  -9 -10 -11]
#|   [ 12  13  14  15  16  17]
#|   [-18 -19 -20 -21 -22 -23]],
#|  [[[ 6  1  0]
#|    [ 6  1  3]]
#|
#|   [[ 6  1 12]
#|    [ 6  1 15]]],
#|  [[[ 6  7  8]
#|    [ 9 10 11]]
#|
#|   [[18 19 20]
#|    [21 22 23]]])
