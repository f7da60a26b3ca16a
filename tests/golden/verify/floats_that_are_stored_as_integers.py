# test: check
# A float that goes to a buffer of integers loses its fraction, as in TVM; a constant without one does not.
@T.prim_func
def f(A: T.Buffer((8,), "float32"), B: T.Buffer((8,), "int32"), C: T.Buffer((8,), "bool")):
    for i in range(8):
        B[i] = A[i] * T.float32(2)
        B[i] = T.float32(3)
        B[i] = 0.5
        B[i] = T.Cast("int32", A[i])
        C[i] = A[i]
        A[i] = B[i]

#| floats_that_are_stored_as_integers.py:6:9: warning: a value of float32 is cast to int32 where it is stored; T.Cast says so without a warning [W0209]
#|             B[i] = A[i] * T.float32(2)
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~
#| floats_that_are_stored_as_integers.py:8:9: warning: a value of float32 is cast to int32 where it is stored; T.Cast says so without a warning [W0209]
#|             B[i] = 0.5
#|             ^~~~~~~~~~
#| floats_that_are_stored_as_integers.py:10:9: warning: a value of float32 is cast to bool where it is stored; T.Cast says so without a warning [W0209]
#|             C[i] = A[i]
#|             ^~~~~~~~~~~
