# test: run --engine=eval --compare=jit --input=A=4xf32=iota
# Nothing faults in an arm that is not taken, nor behind `and` and `or`; a part that several arms share is computed once.
@T.prim_func
def padded(A: T.Buffer((4,), "float32"), B: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32"), D: T.Buffer((8,), "bool")):
    for i in range(8):
        B[i] = T.if_then_else(i >= 2 and i < 6, A[i - 2], T.float32(-1.0))
        C[i] = T.Select(i >= 4, A[i - 4] * A[i - 4], T.if_then_else(i < 2, A[i * 2] + A[i * 2], A[i]))
        D[i] = i < 4 and A[i] > T.float32(1.0) or i == 7

#| ([-1. -1.  0.  1.  2.  3. -1. -1.],
#|  [0. 4. 2. 3. 0. 1. 4. 9.],
#|  [False False  True  True False False False  True])
