# test: fails check
# Each undefined name of a statement is said, once.
from tvm.script import tir as T

@T.prim_func
def first(A: T.Buffer((8,), "float32")):
    A[q] = sqrt(A[0]) + foo * A[bar]
    A[0] = foo

@T.prim_func
def second(A: T.Buffer((8, 8), "float32")):
    for i, j in T.grid(8, 8):
        with T.block("b"):
            vi, vj = T.axis.remap("SS", [i, j])
            A[vi, vj] = T.float32(i)

@T.prim_func
def third(A: T.Buffer((8,), "int32")):
    for i in range(8):
        if 0 <= A[i] < 5:
            A[i] = 0
        with T.block("b"):
            v = T.axis.remap("S", i)
            A[v] = 1

#| names_that_are_not_defined.py:7:7: error: 'q' is not defined [E0201]
#|         A[q] = sqrt(A[0]) + foo * A[bar]
#|           ^
#| names_that_are_not_defined.py:7:12: error: 'sqrt' is not defined; did you mean 'T.sqrt'? [E0201]
#|         A[q] = sqrt(A[0]) + foo * A[bar]
#|                ^~~~
#| names_that_are_not_defined.py:7:25: error: 'foo' is not defined [E0201]
#|         A[q] = sqrt(A[0]) + foo * A[bar]
#|                             ^~~
#| names_that_are_not_defined.py:7:33: error: 'bar' is not defined [E0201]
#|         A[q] = sqrt(A[0]) + foo * A[bar]
#|                                     ^~~
#| names_that_are_not_defined.py:15:13: error: 'i' is the variable of a loop around block 'b', which needs a block variable for it [E0504]
#|                 A[vi, vj] = T.float32(i)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~
#| names_that_are_not_defined.py:13:9: note: block 'b' begins here
#|             with T.block("b"):
#|             ^~~~~~~~~~~~~~~~~~
#| names_that_are_not_defined.py:12:9: note: the loop over 'i'
#|         for i, j in T.grid(8, 8):
#|             ^
#| names_that_are_not_defined.py:20:24: error: the number does not fit into bool [E0902]
#|             if 0 <= A[i] < 5:
#|                            ^
#| names_that_are_not_defined.py:20:12: note: comparisons are no chain in a kernel: the result of this one, a bool, is compared; write a < b and b < c
#|             if 0 <= A[i] < 5:
#|                ^~~~~~~~~
#| names_that_are_not_defined.py:23:17: error: T.axis.remap takes kinds such as "SSR" and a list of loop variables [E0303]
#|                 v = T.axis.remap("S", i)
#|                     ^~~~~~~~~~~~~~~~~~~~
