# test: fails run --entry=f --engine=eval --fill=ones
# test: fails run --entry=f --fill=ones
# test: fails run --entry=g --engine=eval --fill=ones
# test: fails run --entry=g --fill=ones
# Its elements can be counted, its bytes cannot.
@T.prim_func
def f(A: T.Buffer((16,), "float32"), B: T.Buffer((1,), "int64")):
    V = T.decl_buffer((T.int64(4),), "float32", data=A.data, strides=(T.int64(4611686018427387904),))
    A[0] = V[B[0]]


@T.prim_func
def g(A: T.Buffer((16,), "float32"), B: T.Buffer((1,), "int64")):
    V = T.decl_buffer((T.int64(4), T.int64(4)), "float32", data=A.data, strides=(T.int64(1) << T.int64(62), T.int64(1)))
    A[0] = V[B[0], B[0]]

#| $ fails run --entry=f --engine=eval --fill=ones
#| a_place_beyond_64_bits.py:9:5: error: kernel 'f': V[1]: its place does not fit into 64 bits [E0701]
#|         A[0] = V[B[0]]
#|         ^~~~~~~~~~~~~~
#| $ fails run --entry=f --fill=ones
#| a_place_beyond_64_bits.py:9:5: error: kernel 'f': V[1]: its place does not fit into 64 bits [E0701]
#|         A[0] = V[B[0]]
#|         ^~~~~~~~~~~~~~
#| $ fails run --entry=g --engine=eval --fill=ones
#| a_place_beyond_64_bits.py:15:5: error: kernel 'g': V[1, 1]: its place does not fit into 64 bits [E0701]
#|         A[0] = V[B[0], B[0]]
#|         ^~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=g --fill=ones
#| a_place_beyond_64_bits.py:15:5: error: kernel 'g': V[1, 1]: its place does not fit into 64 bits [E0701]
#|         A[0] = V[B[0], B[0]]
#|         ^~~~~~~~~~~~~~~~~~~~
