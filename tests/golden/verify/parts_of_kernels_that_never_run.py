# test: check
# A loop without iterations, and an init whose reduction never begins at the beginning.
@T.prim_func
def total(A: T.Buffer((16,), "float32"), B: T.Buffer((1,), "float32")):
    for i in range(4, 2):
        B[0] = A[i]
    for i in range(15):
        with T.block("sum"):
            vi = T.axis.reduce(16, i + 1)
            with T.init():
                B[0] = T.float32(0)
            B[0] = B[0] + A[vi]

#| parts_of_kernels_that_never_run.py:5:14: warning: the loop never runs: its extent is never above 0 [W0205]
#|         for i in range(4, 2):
#|                  ^~~~~~~~~~~
#| parts_of_kernels_that_never_run.py:8:9: warning: the init of block 'sum' never runs: reduction variable 'vi' is never at its minimum [W0205]
#|             with T.block("sum"):
#|             ^~~~~~~~~~~~~~~~~~~~
#| parts_of_kernels_that_never_run.py:9:13: note: its domain is given here
#|                 vi = T.axis.reduce(16, i + 1)
#|                 ^~
