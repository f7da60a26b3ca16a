# test: fmt
# A declaration that becomes one with its allocation keeps its comments.
# from tvm.script import tir as T

@T.prim_func
def f(A: T.Buffer((4,), "int32")):
    # before the memory
    p = T.allocate([4], "int32", "global")  # the memory
    # before the buffer
    q = T.decl_buffer((4,), "int32", data=p)  # the buffer
    q[0] = 1
    A[0] = q[0]


@T.prim_func
def g(A: T.Buffer((4,), "int32")):
    with T.allocate([4], "int32", "global") as p:
        with T.decl_buffer((4,), "int32", data=p) as q:  # the buffer
            q[0] = 1
            A[0] = q[0]
            # its end
        # the end of the memory
    A[1] = 1

#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def f(A: T.Buffer((4,), "int32")):
#|     # before the memory
#|     # the memory
#|     # before the buffer
#|     q = T.decl_buffer((4,), "int32")  # the buffer
#|     q[0] = 1
#|     A[0] = q[0]
#|
#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def g(A: T.Buffer((4,), "int32")):
#|     with T.decl_buffer((4,), "int32") as q:  # the buffer
#|         q[0] = 1
#|         A[0] = q[0]
#|         # its end
#|         # the end of the memory
#|     A[1] = 1
