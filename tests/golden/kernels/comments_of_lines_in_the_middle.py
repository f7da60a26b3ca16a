# test: fmt --verify-roundtrip
# What a line says that the text does not have stands before the next line that it has.
@T.prim_func
def f(A: T.Buffer((8,), "float32"), p: T.handle("float32", "global"), b: T.handle):
    # of no variable
    k = T.int32()
    B = T.match_buffer(b, (8,))  # stands in the signature
    A[0] = T.float32(0)
    # of no buffer
    C = T.Buffer((4,))  # never used
    T.evaluate(0)  # nothing is done
    for i in range(8):
        n = T.int32()  # in the loop
        with T.block("b"):
            vi = T.axis.spatial(8, i)
            m = T.int32()  # in the block
            B[vi] = A[vi]
    last = T.int32()  # at the end

#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def f(A: T.Buffer((8,), "float32"), p: T.handle("float32", "global"), B: T.Buffer((8,), "float32")):
#|     # with T.block("root"):
#|     # of no variable
#|     # stands in the signature
#|     A[0] = T.float32(0.0)
#|     # of no buffer
#|     # never used
#|     # nothing is done
#|     for i in range(8):
#|         # in the loop
#|         with T.block("b"):
#|             vi = T.axis.spatial(8, i)
#|             T.reads(A[vi])
#|             T.writes(B[vi])
#|             # in the block
#|             B[vi] = A[vi]
#|     # at the end
