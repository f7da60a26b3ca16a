# test: fails check
# A condition is a scalar bool (an integer is taken as one); what is returned is as declared, and not out of a parallel
# loop.
@T.prim_func
def sign(n: T.int32, x: T.float32) -> T.int32:
    if n:
        return 1
    if x:
        return T.float32(1)
    for i in T.parallel(4):
        return i
    return 0

#| conditions_and_results_of_kernels.py:8:5: error: the condition is a scalar bool, not float32 [E0507]
#|         if x:
#|         ^~~~~
#| conditions_and_results_of_kernels.py:9:9: error: a value of float32 is returned, but the kernel is declared to return int32 [E0507]
#|             return T.float32(1)
#|             ^~~~~~~~~~~~~~~~~~~
#| conditions_and_results_of_kernels.py:5:5: note: it is declared here
#|     def sign(n: T.int32, x: T.float32) -> T.int32:
#|         ^~~~
#| conditions_and_results_of_kernels.py:11:9: error: a parallel loop cannot be left by a return [E0507]
#|             return i
#|             ^~~~~~~~
