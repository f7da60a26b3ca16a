# test: fails check
# What leaves a loop stands in one whose iterations are run one after the other.
from tvm.script import tirx as T

@T.prim_func
def kernel(A: T.Buffer((8,), "float32")):
    for i in T.parallel(8):
        if A[i] > T.float32(1):
            break
    for i in T.vectorized(8):
        continue
    continue

@T.prim_func
def steps(A: T.Buffer((8,), "float32"), n: T.int32):
    for i in range(0, 8, n):
        A[i] = T.float32(0)
    for i in range(8, 0, -1):
        A[i] = T.float32(0)

#| jumps_out_of_no_loop.py:9:13: error: 'break' leaves a loop whose iterations are not run one after the other [E0507]
#|                 break
#|                 ^~~~~
#| jumps_out_of_no_loop.py:7:14: note: it is this loop
#|         for i in T.parallel(8):
#|                  ^~~~~~~~~~~~~
#| jumps_out_of_no_loop.py:11:9: error: 'continue' leaves a loop whose iterations are not run one after the other [E0507]
#|             continue
#|             ^~~~~~~~
#| jumps_out_of_no_loop.py:10:14: note: it is this loop
#|         for i in T.vectorized(8):
#|                  ^~~~~~~~~~~~~~~
#| jumps_out_of_no_loop.py:12:5: error: 'continue' stands in no loop [E0507]
#|         continue
#|         ^~~~~~~~
#| jumps_out_of_no_loop.py:16:26: error: a loop whose step is no constant [E0903]
#|         for i in range(0, 8, n):
#|                              ^
#| jumps_out_of_no_loop.py:18:26: error: the step of a loop is from 1 to 2147483648, not -1 [E0314]
#|         for i in range(8, 0, -1):
#|                              ^~
