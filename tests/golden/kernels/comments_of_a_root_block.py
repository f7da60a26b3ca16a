# test: fmt --verify-roundtrip
# The root block is a comment of the canonical text: what is said of it stands behind that.
@T.prim_func
def f(a: T.handle, B: T.Buffer((8,), "float32")):
    A = T.match_buffer(a, (8,), align=128)
    # the body
    with T.block("root"):  # of all
        T.reads()
        T.writes()
        for i in range(8):
            with T.block("b"):
                vi = T.axis.spatial(8, i)
                B[vi] = A[vi]
        # the end

#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def f(a: T.handle, B: T.Buffer((8,), "float32")):
#|     A = T.match_buffer(a, (8,), align=128)
#|     # with T.block("root"):
#|     # the body
#|     # of all
#|     for i in range(8):
#|         with T.block("b"):
#|             vi = T.axis.spatial(8, i)
#|             T.reads(A[vi])
#|             T.writes(B[vi])
#|             B[vi] = A[vi]
#|     # the end
