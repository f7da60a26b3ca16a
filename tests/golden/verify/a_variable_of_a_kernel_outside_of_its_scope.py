# test: fails check
@T.prim_func
def late(A: T.Buffer((2,), "int32")):
    x, y = T.int32(), T.int32()
    with T.LetStmt(42, var=x):
        A[0] = x
    A[1] = x
    A[1] = T.Let(y + 1, where={y: 3}) + y
