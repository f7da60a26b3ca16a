# test: fails check
# A predicate has a bool for each element that it guards.
@T.prim_func
def copy(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    B.vstore([T.Ramp(0, 1, 4)], A.vload([T.Ramp(0, 1, 4)]), predicate=T.Broadcast(T.bool(True), 8))
    B[0:4] = A.vload([T.Ramp(4, 1, 4)], predicate=T.Broadcast(T.bool(True), 2))
