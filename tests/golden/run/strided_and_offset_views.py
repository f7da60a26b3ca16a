# test: run --engine=eval --compare=jit --input=A=24xf32=iota
# Windows on one memory: every second element of every sixth, from the third on.
@T.prim_func
def f(A: T.Buffer((24,), "float32"), C: T.Buffer((4, 2), "float32")):
    V = T.decl_buffer((4, 2), data=A.data, strides=(6, 2), elem_offset=2)
    for i, j in T.grid(4, 2):
        C[i, j] = V[i, j]
        V[i, j] = T.float32(-1.0)

#| ([ 0.  1. -1.  3. -1.  5.  6.  7. -1.  9. -1. 11. 12. 13. -1. 15. -1. 17.
#|   18. 19. -1. 21. -1. 23.],
#|  [[ 2.  4.]
#|   [ 8. 10.]
#|   [14. 16.]
#|   [20. 22.]])
