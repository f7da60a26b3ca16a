# test: fails run --engine=eval --fill=ones
# test: fails run --fill=ones
# The extent is known only when it runs, and so is where a view of the buffer ends.
@T.prim_func
def f(A: T.Buffer((4,), "int8"), C: T.Buffer((8,), "int8")):
    B = T.decl_buffer((T.Cast("int32", A[0]) + 2,), "int8")
    V = T.decl_buffer((100,), "int8", data=B.data)
    V[2] = T.int8(5)
    V[3] = T.int8(5)

#| $ fails run --engine=eval --fill=ones
#| memory_ends_where_its_extent_says.py:9:5: error: kernel 'f': V[3] is outside of its memory: bytes 3 to 4 of 3 [E0701]
#|         V[3] = T.int8(5)
#|         ^~~~~~~~~~~~~~~~
#| $ fails run --fill=ones
#| memory_ends_where_its_extent_says.py:9:5: error: kernel 'f': V[3] is outside of its memory: bytes 3 to 4 of 3 [E0701]
#|         V[3] = T.int8(5)
#|         ^~~~~~~~~~~~~~~~
