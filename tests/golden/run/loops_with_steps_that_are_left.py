# test: run --entry=sums --engine=eval --compare=jit --input=A=iota
# A loop goes up by its step, 'continue' goes to its next iteration and 'break' behind it; memory of the loop is given back.
from tvm.script import tirx as T

@T.prim_func
def sums(A: T.Buffer((16,), "float32"), B: T.Buffer((6,), "int32")):
    for i in range(0, 16, 2):
        if A[i] == T.float32(4):
            continue
        B[0] = B[0] + i
        if i >= 10:
            break
    for i in T.unroll(1, 16, step=5):
        B[1] = B[1] + i
    for i in T.parallel(0, 16, step=3):
        A[i] = T.float32(-1)
    while B[2] < 100:
        C = T.decl_buffer((4,), "int32")
        C[0] = B[2]
        B[2] = C[0] + 3
        if B[2] > 10:
            B[3] = B[2]
            break
        continue
    for i in range(3):
        for j in range(T.Cast("int32", A[1]) * 10, 17, 4):
            if j > 12:
                break
            B[4] = B[4] + 1
            if j == 10:
                continue
            B[5] = B[5] + j

#| ([-1.  1.  2. -1.  4.  5. -1.  7.  8. -1. 10. 11. -1. 13. 14. -1.],
#|  [26 18 12 12  3  0])
