# test: check
# test: fmt
from tvm.script import tir as T

# A region names nothing: what an element at a named place chooses may lie anywhere.
@T.prim_func
def kernel(A: T.Buffer((8,), "float32"), I: T.Buffer((9,), "int32"), B: T.Buffer((4,), "float32")):
    for i in range(4):
        with T.block("b"):
            v = T.axis.spatial(4, i)
            w = T.int32()
            B[v] = A[I[T.Let(w * w, where={w: v - 1})]]

#| $ check
#| $ fmt
#| # from tvm.script import tir as T
#|
#| # A region names nothing: what an element at a named place chooses may lie anywhere.
#| @T.prim_func
#| def kernel(A: T.Buffer((8,), "float32"), I_1: T.Buffer((9,), "int32"), B: T.Buffer((4,), "float32")):
#|     # with T.block("root"):
#|     for i in range(4):
#|         with T.block("b"):
#|             v = T.axis.spatial(4, i)
#|             T.reads(A[0:8], I_1[0:9])
#|             T.writes(B[v])
#|             w = T.int32()
#|             B[v] = A[I_1[T.Let(w * w, where={w: v - 1})]]
