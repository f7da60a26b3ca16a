# test: run --engine=eval --compare=jit --input=A=8xf32=iota
# Neighbours in a buffer need not be neighbours in memory.
@T.prim_func
def f(A: T.Buffer((8,), "float32"), C: T.Buffer((8,), "float32")):
    V = T.decl_buffer((8,), data=A.data, strides=(-1,), elem_offset=7)
    W = T.decl_buffer((4,), data=C.data, strides=(2,), elem_offset=1)
    C[0:8:2] = V[0:4]
    W[0:4] = V[4:8]

#| [7. 3. 6. 2. 5. 1. 4. 0.]
