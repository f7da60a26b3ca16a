# test: fails fmt
# What is converted has as many lanes as the dtype; only T.float32x4(x) makes a vector of a scalar.
@T.prim_func
def f(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "int32")):
    A[0] = T.Cast("float32", T.Broadcast(T.int32(1), 4))
    A[0:4] = T.Cast("float32x4", B[0])
    A[0:2] = T.Cast("float32x2", B[0:4])
    A[0] = T.cast(B[0:4], "float32")
    A[0:4] = T.float32x4(B[0])
    A[0] = T.float32(B[0:4])

#| casts_that_change_the_lanes.py:5:12: error: int32x4 cannot be cast to float32, which has other lanes [E0404]
#|         A[0] = T.Cast("float32", T.Broadcast(T.int32(1), 4))
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| casts_that_change_the_lanes.py:6:14: error: int32 cannot be cast to float32x4, which has other lanes [E0404]
#|         A[0:4] = T.Cast("float32x4", B[0])
#|                  ^~~~~~~~~~~~~~~~~~~~~~~~~
#| casts_that_change_the_lanes.py:7:14: error: int32x4 cannot be cast to float32x2, which has other lanes [E0404]
#|         A[0:2] = T.Cast("float32x2", B[0:4])
#|                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~
#| casts_that_change_the_lanes.py:8:12: error: int32x4 cannot be cast to float32, which has other lanes [E0404]
#|         A[0] = T.cast(B[0:4], "float32")
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~
#| casts_that_change_the_lanes.py:10:12: error: int32x4 cannot be cast to float32, which has other lanes [E0404]
#|         A[0] = T.float32(B[0:4])
#|                ^~~~~~~~~~~~~~~~~
