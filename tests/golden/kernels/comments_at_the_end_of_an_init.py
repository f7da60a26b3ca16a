# test: fmt
# from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
    for i in range(4):
        with T.block("b"):
            vi = T.axis.reduce(4, i)
            with T.init():
                B[0] = T.float32(0)
                # the end of the init
            B[0] = B[0] + A[vi]
            # the end of the block
        # the end of the loop

#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def f(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
#|     # with T.block("root"):
#|     for i in range(4):
#|         with T.block("b"):
#|             vi = T.axis.reduce(4, i)
#|             T.reads(A[vi])
#|             T.writes(B[0])
#|             with T.init():
#|                 B[0] = T.float32(0.0)
#|                 # the end of the init
#|             B[0] = B[0] + A[vi]
#|             # the end of the block
#|         # the end of the loop
