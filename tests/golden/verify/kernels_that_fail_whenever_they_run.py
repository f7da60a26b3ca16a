# test: check
@T.prim_func
def divide(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "float32")):
    for i in range(16):
        A[i] = A[i] // T.max(T.min(i, 0), 0)
        A[i] = T.shift_left(A[i], 32 + i)
        A[i] = T.shift_right(A[i], i)
        A[i] = T.cast(A[T.cast(B[i], "int32")], "int32")
        B[i] = B[B[i]]

#| kernels_that_fail_whenever_they_run.py:5:9: warning: a division by an expression that is always 0 [W0204]
#|             A[i] = A[i] // T.max(T.min(i, 0), 0)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| kernels_that_fail_whenever_they_run.py:6:9: warning: a shift by bits that int32 does not have [W0204]
#|             A[i] = T.shift_left(A[i], 32 + i)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| kernels_that_fail_whenever_they_run.py:9:9: warning: an index of buffer 'B' is of float32 [W0204]
#|             B[i] = B[B[i]]
#|             ^~~~~~~~~~~~~~
#| kernels_that_fail_whenever_they_run.py:3:41: note: 'B' is declared here
#|     def divide(A: T.Buffer((16,), "int32"), B: T.Buffer((16,), "float32")):
#|                                             ^
