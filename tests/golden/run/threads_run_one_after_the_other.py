# test: run --engine=eval --compare=jit --input=A=8xf32=iota
# As long as they exchange nothing; a buffer of the innermost thread's own is fine.
@T.prim_func
def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    for bx in T.thread_binding(2, thread="blockIdx.x"):
        for tx in T.thread_binding(4, thread="threadIdx.x"):
            with T.block("b"):
                vi = T.axis.spatial(8, bx * 4 + tx)
                t = T.alloc_buffer((1,), scope="shared")
                t[0] = A[vi]
                B[vi] = t[0] * T.float32(2.0)

#| [ 0.  2.  4.  6.  8. 10. 12. 14.]
