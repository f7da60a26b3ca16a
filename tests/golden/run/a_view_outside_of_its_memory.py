# test: fails run --engine=eval --fill=ones
# test: fails run --fill=ones
@T.prim_func
def f(A: T.Buffer((24,), "float32"), C: T.Buffer((4,), "float32")):
    V = T.decl_buffer((4, 4), data=A.data, strides=(6, 2), elem_offset=4)
    for i in range(4):
        C[i] = V[3, i]

#| $ fails run --engine=eval --fill=ones
#| a_view_outside_of_its_memory.py:7:9: error: kernel 'f': V[3, 1] is outside of its memory: bytes 96 to 100 of 96 [E0701]
#|             C[i] = V[3, i]
#|             ^~~~~~~~~~~~~~
#| $ fails run --fill=ones
#| a_view_outside_of_its_memory.py:7:9: error: kernel 'f': V[3, 1] is outside of its memory: bytes 96 to 100 of 96 [E0701]
#|             C[i] = V[3, i]
#|             ^~~~~~~~~~~~~~
