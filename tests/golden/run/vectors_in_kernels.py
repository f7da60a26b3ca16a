# test: run --engine=eval --compare=jit --input=A=16xf32=iota
# Loads of all lanes, then the stores; lanes that a predicate switches off are not touched, and not looked for either.
@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32"), D: T.Buffer((4,), "int32")):
    B[0:8] = A[8:16] * T.Broadcast(T.float32(2.0), 8)
    B[8:16:2] = A[T.Ramp(6, -2, 4)]
    C.vstore([T.Ramp(0, 1, 4)], A.vload([T.Ramp(14, 1, 4)], predicate=T.get_active_lane_mask("uint1x4", 14, 16)), predicate=T.get_active_lane_mask("uint1x4", 0, 3))
    C[4:8] = T.Select(A[0:4] < T.Broadcast(T.float32(2.0), 4), A[0:4], T.Broadcast(T.float32(9.0), 4))
    C[8:12] = T.Shuffle([A[0:2], A[4:6]], [3, 1, 0, 2])
    v: T.float32x4 = T.Broadcast(T.float32(3.0), 4)
    C[12:16] = v
    for i in T.vectorized(4):
        D[i] = T.Cast("int32", A[i * 2]) + T.popcount(i)

#| ([16. 18. 20. 22. 24. 26. 28. 30.  6.  0.  4.  0.  2.  0.  0.  0.],
#|  [14. 15.  0.  0.  0.  1.  9.  9.  5.  1.  0.  4.  3.  3.  3.  3.],
#|  [0 3 5 8])
