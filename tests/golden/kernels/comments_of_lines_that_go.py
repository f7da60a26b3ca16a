# test: fmt --verify-roundtrip
# What a line says that the canonical text leaves out stands before the next line that it has.
@T.prim_func
def f(a: T.handle, b: T.handle):
    T.func_attr({})  # of no attribute
    # of no variable
    k = T.int32()
    A = T.match_buffer(a, (8,))  # the input
    # the output
    B = T.match_buffer(b, (8,))
    for i in range(8):
        with T.block("b"):
            vi = T.axis.spatial(8, i)
            T.where(True)  # always
            B[vi] = A[vi]
        pass  # no more

#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
#|     # with T.block("root"):
#|     # of no attribute
#|     # of no variable
#|     # the input
#|     # the output
#|     for i in range(8):
#|         with T.block("b"):
#|             vi = T.axis.spatial(8, i)
#|             # always
#|             T.reads(A[vi])
#|             T.writes(B[vi])
#|             B[vi] = A[vi]
#|         # no more
