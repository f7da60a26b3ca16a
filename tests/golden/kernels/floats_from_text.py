# test: fmt
# Python's float of a text, infinite or not.
@T.prim_func
def f(A: T.Buffer((4,), "float32")):
    A[0] = float("-inf")
    A[1] = T.max(A[1], T.float32(float("nan")))
    A[2] = float("1.5")

#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def f(A: T.Buffer((4,), "float32")):
#|     A[0] = T.float32("-inf")
#|     A[1] = T.max(A[1], T.float32("nan"))
#|     A[2] = T.float32(1.5)
