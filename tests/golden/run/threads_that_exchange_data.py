# test: fails run --engine=eval --fill=ones
# test: fails run --fill=ones
@T.prim_func
def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
    s = T.alloc_buffer((8,), scope="shared")
    for tx in T.thread_binding(8, thread="threadIdx.x"):
        with T.block("b"):
            vi = T.axis.spatial(8, tx)
            s[vi] = A[vi]
            B[vi] = s[7 - vi]

#| $ fails run --engine=eval --fill=ones
#| threads_that_exchange_data.py:10:13: error: kernel 'f': threads exchange data through 's' (scope "shared"), which is not executable on a CPU [E0903]
#|                 B[vi] = s[7 - vi]
#|                 ^~~~~~~~~~~~~~~~~
#| $ fails run --fill=ones
#| threads_that_exchange_data.py:4:5: error: cannot compile threads that exchange data through 's' (scope "shared"), which is not executable on a CPU [E0903]
#|     def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "float32")):
#|         ^
