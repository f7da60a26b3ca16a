# test: fails check
@T.prim_func
def late(A: T.Buffer((2,), "int32")):
    x, y = T.int32(), T.int32()
    with T.LetStmt(42, var=x):
        A[0] = x
    A[1] = x
    A[1] = T.Let(y + 1, where={y: 3}) + y

#| a_variable_of_a_kernel_outside_of_its_scope.py:7:5: error: 'x' is used where its scope has ended [E0505]
#|         A[1] = x
#|         ^~~~~~~~
#| a_variable_of_a_kernel_outside_of_its_scope.py:5:5: note: its scope begins here
#|         with T.LetStmt(42, var=x):
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~
#| a_variable_of_a_kernel_outside_of_its_scope.py:8:5: error: 'y' is used where its scope has ended [E0505]
#|         A[1] = T.Let(y + 1, where={y: 3}) + y
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| a_variable_of_a_kernel_outside_of_its_scope.py:8:5: note: its scope begins here
#|         A[1] = T.Let(y + 1, where={y: 3}) + y
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
