# test: check
# A float that goes to a buffer of integers loses its fraction, as in TVM; a constant without one does not.
@T.prim_func
def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "int32"), C: T.Buffer((8,), "bool")):
    for i in range(8):
        B[i] = A[i] * T.float32(2)
        B[i] = T.float32(3)
        B[i] = 0.5
        B[i] = T.Cast("int32", A[i])
        C[i] = A[i]
        A[i] = B[i]

#| x
