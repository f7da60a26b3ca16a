# test: check
# Each iteration stores a value of its own in the same place. A place of its own, memory of its own and one value for all
# are fine.
@T.prim_func
def total(A: T.Buffer((16,), "float32"), B: T.Buffer((16,), "float32")):
    for i in T.parallel(16):
        B[0] = B[0] + A[i]
    for i in T.parallel(4):
        for j in range(4):
            B[j] = A[i * 4 + j]
    for i in T.parallel(16):
        B[i] = A[i]
        B[0] = T.float32(1)
        if i == 3:
            B[1] = A[i]
        t = T.decl_buffer((1,))
        t[0] = A[i]
        B[i] = t[0]

#| parallel_iterations_that_store_to_one_element.py:7:9: warning: every iteration of the parallel loop over 'i' stores to the same elements of buffer 'B' [W0208]
#|             B[0] = B[0] + A[i]
#|             ^~~~~~~~~~~~~~~~~~
#| parallel_iterations_that_store_to_one_element.py:6:14: note: the loop
#|         for i in T.parallel(16):
#|                  ^~~~~~~~~~~~~~
#| parallel_iterations_that_store_to_one_element.py:10:13: warning: every iteration of the parallel loop over 'i' stores to the same elements of buffer 'B' [W0208]
#|                 B[j] = A[i * 4 + j]
#|                 ^~~~~~~~~~~~~~~~~~~
#| parallel_iterations_that_store_to_one_element.py:8:14: note: the loop
#|         for i in T.parallel(4):
#|                  ^~~~~~~~~~~~~
