# test: run --engine=eval --compare=jit --input=A=8xf32=iota
# The inner loop is the thread that is there already: together they fill the shared memory, which each then reads.
@T.prim_func
def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    s = T.alloc_buffer((8,), scope="shared")
    for bx in T.thread_binding(2, thread="blockIdx.x"):
        for tx in T.thread_binding(4, thread="threadIdx.x"):
            for ty in T.thread_binding(4, thread="threadIdx.x"):
                with T.block("load"):
                    vi = T.axis.spatial(8, bx * 4 + ty)
                    s[vi] = A[vi]
            with T.block("store"):
                vi = T.axis.spatial(8, bx * 4 + tx)
                B[vi] = s[(vi // 4) * 4 + (3 - vi % 4)]

#| [3. 2. 1. 0. 7. 6. 5. 4.]
