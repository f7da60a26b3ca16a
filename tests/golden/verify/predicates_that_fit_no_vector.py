# test: fails check
# A predicate has a bool for each element that it guards.
@T.prim_func
def copy(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    B.vstore([T.Ramp(0, 1, 4)], A.vload([T.Ramp(0, 1, 4)]), predicate=T.Broadcast(T.bool(True), 8))
    B[0:4] = A.vload([T.Ramp(4, 1, 4)], predicate=T.Broadcast(T.bool(True), 2))

#| predicates_that_fit_no_vector.py:5:5: error: the predicate is boolx8, and guards 4 elements [E0507]
#|         B.vstore([T.Ramp(0, 1, 4)], A.vload([T.Ramp(0, 1, 4)]), predicate=T.Broadcast(T.bool(True), 8))
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| predicates_that_fit_no_vector.py:6:5: error: the predicate is boolx2, and guards 4 elements [E0507]
#|         B[0:4] = A.vload([T.Ramp(4, 1, 4)], predicate=T.Broadcast(T.bool(True), 2))
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
