# test: fmt --dialect=tvm-0.26
# test: fmt
# test: fails migrate --to=tvm-0.19 --diff
# Steps of loops, 'break' and 'continue' are newer than TVM 0.19.
from tvm.script import tirx as T

@T.prim_func
def kernel(A: T.Buffer((16,), "int32"), n: T.int64):
    for i in range(2, 16, 2):
        for j in T.serial(n, step=3):
            A[i] = A[i] + 1
            if A[i] > 4:
                T.break_loop()
    for i in T.serial(0, 16, step=5, annotations={"unroll": 1}):
        if A[i] < 0:
            continue
        A[i] = 0

#| $ fmt --dialect=tvm-0.26
#| # from tvm.script import tirx as T
#|
#| @T.prim_func
#| def kernel(A: T.Buffer((16,), "int32"), n: T.int64):
#|     for i in range(2, 16, 2):
#|         for j in range(T.int64(0), n, T.int64(3)):
#|             A[i] = A[i] + 1
#|             if A[i] > 4:
#|                 break
#|     for i in T.serial(0, 16, annotations={"unroll": 1}, step=5):
#|         if A[i] < 0:
#|             continue
#|         A[i] = 0
#| $ fmt
#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def kernel(A: T.Buffer((16,), "int32"), n: T.int64):
#|     for i in range(2, 16, 2):
#|         for j in range(T.int64(0), n, T.int64(3)):
#|             A[i] = A[i] + 1
#|             if A[i] > 4:
#|                 break
#|     for i in T.serial(0, 16, annotations={"unroll": 1}, step=5):
#|         if A[i] < 0:
#|             continue
#|         A[i] = 0
#| steps_and_jumps.py:9:14: warning: a step of a loop is not part of tvm-0.19; it is printed as another version of TVM spells it [W0102]
#|         for i in range(2, 16, 2):
#|                  ^~~~~~~~~~~~~~~
#| steps_and_jumps.py:10:18: warning: a step of a loop is not part of tvm-0.19; it is printed as another version of TVM spells it [W0102]
#|             for j in T.serial(n, step=3):
#|                      ^~~~~~~~~~~~~~~~~~~
#| steps_and_jumps.py:13:17: warning: 'break' is not part of tvm-0.19; it is printed as another version of TVM spells it [W0102]
#|                     T.break_loop()
#|                     ^~~~~~~~~~~~~~
#| steps_and_jumps.py:14:14: warning: a step of a loop is not part of tvm-0.19; it is printed as another version of TVM spells it [W0102]
#|         for i in T.serial(0, 16, step=5, annotations={"unroll": 1}):
#|                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| steps_and_jumps.py:16:13: warning: 'continue' is not part of tvm-0.19; it is printed as another version of TVM spells it [W0102]
#|                 continue
#|                 ^~~~~~~~
#| $ fails migrate --to=tvm-0.19 --diff
#| steps_and_jumps.py:9:14: error: a step of a loop is not part of tvm-0.19 [E0606]
#|         for i in range(2, 16, 2):
#|                  ^~~~~~~~~~~~~~~
#| steps_and_jumps.py:10:18: error: a step of a loop is not part of tvm-0.19 [E0606]
#|             for j in T.serial(n, step=3):
#|                      ^~~~~~~~~~~~~~~~~~~
#| steps_and_jumps.py:13:17: error: 'break' is not part of tvm-0.19 [E0606]
#|                     T.break_loop()
#|                     ^~~~~~~~~~~~~~
#| steps_and_jumps.py:14:14: error: a step of a loop is not part of tvm-0.19 [E0606]
#|         for i in T.serial(0, 16, step=5, annotations={"unroll": 1}):
#|                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| steps_and_jumps.py:16:13: error: 'continue' is not part of tvm-0.19 [E0606]
#|                 continue
#|                 ^~~~~~~~
