# test: fails check
# Again in its own scope, and again after it. A thread may be launched twice.
@T.prim_func
def twice(A: T.Buffer((2,), "int32")):
    x, y = T.int32(), T.int32()
    with T.LetStmt(1, var=x):
        with T.LetStmt(2, var=x):
            A[0] = x
    with T.LetStmt(3, var=y):
        A[1] = y
    with T.LetStmt(4, var=y):
        A[1] = y

@T.prim_func
def threads(A: T.Buffer((16,), "int32")):
    tx = T.env_thread("threadIdx.x")
    with T.launch_thread(tx, 16):
        A[tx] = 1
    with T.launch_thread(tx, 16):
        A[tx] = 2

#| a_variable_of_a_kernel_that_is_defined_twice.py:7:9: error: 'x' is defined again in its own scope [E0506]
#|             with T.LetStmt(2, var=x):
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~
#| a_variable_of_a_kernel_that_is_defined_twice.py:6:5: note: it is defined here first
#|         with T.LetStmt(1, var=x):
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~
#| a_variable_of_a_kernel_that_is_defined_twice.py:11:5: error: 'y' is defined a second time [E0506]
#|         with T.LetStmt(4, var=y):
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~
#| a_variable_of_a_kernel_that_is_defined_twice.py:9:5: note: it is defined here first
#|         with T.LetStmt(3, var=y):
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~
