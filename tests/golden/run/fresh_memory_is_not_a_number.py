# test: run --engine=eval --compare=jit
# Nobody has written it: its bytes are 0xff. Each instance of a block has memory of its own.
@T.prim_func
def f(A: T.Buffer((3,), "float32"), B: T.Buffer((3,), "int32"), C: T.Buffer((2,), "int32")):
    for i in range(3):
        with T.block("b"):
            vi = T.axis.spatial(3, i)
            t = T.alloc_buffer((3,))
            u = T.alloc_buffer((3,), "int32")
            u[vi] = vi
            A[vi] = t[vi]
            B[vi] = u[0]
    with T.allocate([2], "int32", "global") as p:
        q = T.decl_buffer((2,), "int32", data=p)
        q[0] = 5
        C[0] = q[0]
        C[1] = q[1]

#| ([nan nan nan],
#|  [ 0 -1 -1],
#|  [ 5 -1])
