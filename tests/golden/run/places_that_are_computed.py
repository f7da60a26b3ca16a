# test: run --engine=eval --compare=jit --input=A=16xf32=iota --input=k=200
# Vectors of elements that are vectors, indices of which the lanes wrap, addresses behind the end that nobody reads, hints.
@T.prim_func
def f(A: T.Buffer((16,), "float32"), k: T.uint8, B: T.Buffer((16,), "float32"), C: T.Buffer((8,), "float32")):
    V = T.Buffer((4,), "float32x4", data=A.data)
    W = T.Buffer((4,), "float32x4", data=B.data)
    W[0:2] = V[T.Ramp(3, -2, 2)]
    W[2] = V[0]
    W[3] = V[2]
    U = T.Buffer((256,), "float32", data=A.data)
    C[0:8] = U[T.Ramp(k + T.uint8(53), T.uint8(1), 8) % T.Broadcast(T.uint8(16), 8)]
    T.prefetch(A, [T.Range(0, 4)])
    if T.isnullptr(T.address_of(A[T.Cast("int32", k)])):
        C[0] = T.float32(-1)

#| ([12. 13. 14. 15.  4.  5.  6.  7.  0.  1.  2.  3.  8.  9. 10. 11.],
#|  [13. 14. 15.  0.  1.  2.  3.  4.])
