# test: fails run --engine=eval --fill=ones
# test: fails run --fill=ones
@T.prim_func
def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    s = T.alloc_buffer((8,), scope="shared")
    for tx in T.thread_binding(8, thread="threadIdx.x"):
        s[tx] = A[tx]
        if tx < 4:
            T.evaluate(T.tvm_storage_sync("shared"))
        B[tx] = s[7 - tx]

#| $ fails run --engine=eval --fill=ones
#| a_barrier_that_not_all_threads_reach.py:8:9: error: kernel 'f': a barrier to which not all threads come in the same way, which is not executable on a CPU [E0903]
#|             if tx < 4:
#|             ^~~~~~~~~~
#| $ fails run --fill=ones
#| a_barrier_that_not_all_threads_reach.py:8:9: error: kernel 'f': a barrier to which not all threads come in the same way, which is not executable on a CPU [E0903]
#|             if tx < 4:
#|             ^~~~~~~~~~
