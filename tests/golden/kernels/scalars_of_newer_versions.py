# test: fmt --verify-roundtrip
# test: fmt --dialect=tvm-0.26
# test: run --entry=count --input=A=4xi32='[1 -2 3 -4]'
# test: migrate --to=tvm-0.19
# In newer versions a variable with a type is memory for one element; T.let says that a value is bound.
from tvm.script import tirx as T

@T.prim_func
def count(A: T.Buffer((4,), "int32")) -> T.int32:
    negative: T.int32 = 0  # so far
    last: T.int32
    for i in range(4):
        x: T.let[T.int32] = A[i]
        if x < 0:
            negative = negative + 1
            negative += 10
        last = x
        last[0] = last * 100
    return negative + last

#| $ fmt --verify-roundtrip
#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def count(A: T.Buffer((4,), "int32")) -> T.int32:
#|     negative = T.decl_buffer((1,), "int32", scope="local")  # so far
#|     negative[0] = 0
#|     last = T.decl_buffer((1,), "int32", scope="local")
#|     for i in range(4):
#|         x: T.int32 = A[i]
#|         if x < 0:
#|             negative[0] = negative[0] + 1
#|             negative[0] = negative[0] + 10
#|         last[0] = x
#|         last[0] = last[0] * 100
#|     return negative[0] + last[0]
#| $ fmt --dialect=tvm-0.26
#| # from tvm.script import tirx as T
#|
#| @T.prim_func
#| def count(A: T.Buffer((4,), "int32")) -> T.int32:
#|     negative = T.alloc_buffer((1,), "int32", scope="local")  # so far
#|     negative[0] = 0
#|     last = T.alloc_buffer((1,), "int32", scope="local")
#|     for i in range(4):
#|         x: T.let[T.int32] = A[i]
#|         if x < 0:
#|             negative[0] = negative[0] + 1
#|             negative[0] = negative[0] + 10
#|         last[0] = x
#|         last[0] = last[0] * 100
#|     return negative[0] + last[0]
#| $ run --entry=count --input=A=4xi32='[1 -2 3 -4]'
#| -378
#| $ migrate --to=tvm-0.19
#| scalars_of_newer_versions.py: 4 changes to tvm-0.19
#|   tirx -> tir: 1 place, first at 6:24 (the module that T stands for)
#|   x: T.let[T.int32] = e -> x: T.int32 = e: 1 place, first at 13:12 (a variable that is bound once says so)
#|   x: T.int32 -> x = T.decl_buffer((1,), "int32", scope="local"): 2 places, first at 10:5 (a variable that is assigned to is a buffer of one element)
#|   the function 'count' is printed anew, at line 8
