# test: fmt --no-comments
# The line of the root block is no comment of the script: it is printed where the text leaves the block out.
@T.prim_func
def f(A: T.Buffer((4,), "float32")):  # a kernel
    # of a loop
    for i in range(4):  # four times
        with T.block("b"):
            vi = T.axis.spatial(4, i)
            A[vi] = T.float32(1)  # one
    # the end

#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def f(A: T.Buffer((4,), "float32")):
#|     # with T.block("root"):
#|     for i in range(4):
#|         with T.block("b"):
#|             vi = T.axis.spatial(4, i)
#|             T.reads()
#|             T.writes(A[vi])
#|             A[vi] = T.float32(1.0)
