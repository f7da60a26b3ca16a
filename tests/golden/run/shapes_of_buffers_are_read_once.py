# test: run --engine=eval --compare=jit --fill=ones
# What the shape, the strides and the offset of a buffer read is read where it is declared.
@T.prim_func
def f(A: T.Buffer((4,), "int8"), C: T.Buffer((8,), "int8"), D: T.Buffer((2,), "int8")):
    B = T.decl_buffer((T.Cast("int32", A[0]) + 2, T.Cast("int32", A[0]) + 2), "int8")
    V = T.decl_buffer((2, 2), "int8", data=C.data, strides=(T.Cast("int32", A[0]), 1), elem_offset=T.Cast("int32", A[1]))
    B[1, 1] = T.int8(5)
    B[1, 0] = T.int8(7)
    A[0] = T.int8(3)
    A[1] = T.int8(2)
    V[1, 1] = T.int8(6)
    D[0] = B[1, 1]
    D[1] = B[1, 0]

#| ([3 2 1 1],
#|  [1 1 1 6 1 1 1 1],
#|  [5 7])
