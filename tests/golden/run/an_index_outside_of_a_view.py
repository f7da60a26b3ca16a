# test: fails run --engine=eval --fill=ones
# test: fails run --fill=ones
# It lies in the buffer, but not in the part that the view is.
@T.prim_func
def f(A: T.Buffer((4, 6), "float32"), B: T.Buffer((4,), "float32")):
    for i in range(4):
        with T.block("b"):
            vi = T.axis.spatial(4, i)
            T.reads(A[vi, 0:3])
            T.writes(B[vi])
            V = T.match_buffer(A[vi, 0:3], (3,))
            B[vi] = V[vi]

#| $ fails run --engine=eval --fill=ones
#| an_index_outside_of_a_view.py:12:13: error: kernel 'f': V[3] is outside of its buffer: the index must be within [0, 3) [E0701]
#|                 B[vi] = V[vi]
#|                 ^~~~~~~~~~~~~
#| $ fails run --fill=ones
#| an_index_outside_of_a_view.py:12:13: error: kernel 'f': V[3] is outside of its buffer: the index must be within [0, 3) [E0701]
#|                 B[vi] = V[vi]
#|                 ^~~~~~~~~~~~~
