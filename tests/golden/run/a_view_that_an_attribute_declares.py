# test: run --engine=eval --compare=jit --input=A=4x4xf32=iota
@T.prim_func
def f(A: T.Buffer((4, 4), "float32"), B: T.Buffer((2, 2), "float32")):
    s0 = T.int32()
    o = T.int32()
    V = T.Buffer((2, 2), strides=(s0, 1), elem_offset=o)
    with T.attr([V, A], "buffer_bind_scope", T.tvm_tuple(1, 2, 2, 2)):
        for i, j in T.grid(2, 2):
            B[i, j] = V[i, j] + T.Cast("float32", s0 * 100 + o)
        V[0, 0] = T.float32(-1)

#| ([[ 0.  1.  2.  3.]
#|   [ 4.  5. -1.  7.]
#|   [ 8.  9. 10. 11.]
#|   [12. 13. 14. 15.]],
#|  [[412. 413.]
#|   [416. 417.]])
