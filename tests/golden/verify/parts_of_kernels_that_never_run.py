# test: check
# A loop without iterations, and an init whose reduction never begins at the beginning.
@T.prim_func
def total(A: T.Buffer((16,), "float32"), B: T.Buffer((1,), "float32")):
    for i in range(4, 2):
        B[0] = A[i]
    for i in range(15):
        with T.block("sum"):
            vi = T.axis.reduce(16, i + 1)
            with T.init():
                B[0] = T.float32(0)
            B[0] = B[0] + A[vi]
