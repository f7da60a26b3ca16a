# test: fmt --verify-roundtrip
# test: fmt --dialect=tvm-0.26
# test: run --entry=f --fill=iota
# test: migrate --to=tvm-0.19
# test: migrate --to=tvm-0.26
# Memory of a thread and of a block of threads, and variables in memory.
from tvm.script import tirx as T

@T.prim_func
def f(A: T.Buffer((4,), "int32")):
    B = T.alloc_local((4,), "int32")
    C = T.alloc_shared((2, 2), "float16")
    x = T.shared_scalar("int32")
    y = T.local_scalar("int32")
    z = T.decl_scalar("int32", B.data, "local", 2)
    x, y = 1, 2
    for i in range(4):
        B[i] = A[i] + x
        C[i // 2, i % 2] = T.Cast("float16", B[i])
        x += y
    z, y = z * 10, B[3]
    A[0] = z
    A[1] = y
    A[2] = T.Cast("int32", C[1, 1]) + B[2]

#| $ fmt --verify-roundtrip
#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def f(A: T.Buffer((4,), "int32")):
#|     B = T.decl_buffer((4,), "int32", scope="local")
#|     C = T.decl_buffer((2, 2), "float16", scope="shared")
#|     x = T.decl_buffer((1,), "int32", scope="shared")
#|     y = T.decl_buffer((1,), "int32", scope="local")
#|     z = T.decl_buffer((1,), "int32", data=B.data, elem_offset=2, scope="local")
#|     x[0] = 1
#|     y[0] = 2
#|     for i in range(4):
#|         B[i] = A[i] + x[0]
#|         C[i // 2, i % 2] = T.Cast("float16", B[i])
#|         x[0] = x[0] + y[0]
#|     z[0] = z[0] * 10
#|     y[0] = B[3]
#|     A[0] = z[0]
#|     A[1] = y[0]
#|     A[2] = T.Cast("int32", C[1, 1]) + B[2]
#| $ fmt --dialect=tvm-0.26
#| # from tvm.script import tirx as T
#|
#| @T.prim_func
#| def f(A: T.Buffer((4,), "int32")):
#|     B = T.alloc_buffer((4,), "int32", scope="local")
#|     C = T.alloc_buffer((2, 2), "float16", scope="shared")
#|     x = T.alloc_buffer((1,), "int32", scope="shared")
#|     y = T.alloc_buffer((1,), "int32", scope="local")
#|     z = T.decl_buffer((1,), "int32", data=B.data, elem_offset=2, scope="local")
#|     x[0] = 1
#|     y[0] = 2
#|     for i in range(4):
#|         B[i] = A[i] + x[0]
#|         C[i // 2, i % 2] = T.Cast("float16", B[i])
#|         x[0] = x[0] + y[0]
#|     z[0] = z[0] * 10
#|     y[0] = B[3]
#|     A[0] = z[0]
#|     A[1] = y[0]
#|     A[2] = T.Cast("int32", C[1, 1]) + B[2]
#| $ run --entry=f --fill=iota
#| [70 10 80  3]
#| $ migrate --to=tvm-0.19
#| memory_by_the_newest_names.py: 6 changes to tvm-0.19
#|   tirx -> tir: 1 place, first at 7:24 (the module that T stands for)
#|   T.alloc_buffer((4,)) -> T.allocate([4], "float32", "global"): 2 places, first at 11:9 (memory is allocated as a buffer)
#|   x: T.int32 -> x = T.decl_buffer((1,), "int32", scope="local"): 3 places, first at 13:9 (a variable that is assigned to is a buffer of one element)
#|   the function 'f' is printed anew, at line 9
#| $ migrate --to=tvm-0.26
#| memory_by_the_newest_names.py: nothing to change
