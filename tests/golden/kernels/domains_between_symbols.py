# test: check --verify-roundtrip
# test: fmt
# What is printed of (begin, end), begin + extent, is the same extent when it is read again.
from tvm.script import tir as T
@T.prim_func
def domains(hA: T.handle, B: T.Buffer((4,), "int64"), m: T.int64):
    n = T.int64()
    A = T.match_buffer(hA, (n,), "int64")
    for i, j, k, l, o in T.grid(4, 4, 4, 4, 4):
        with T.block("copy"):
            a = T.axis.spatial((n, m), i)
            b = T.axis.spatial((A[8] - A[9], T.int64(4)), j)
            c = T.axis.spatial((T.int64(3), m), k)
            d = T.axis.spatial((n, n + (m - n)), l)
            e = T.axis.spatial((n, n + 4), o)
            B[a] = A[b + c + d + e]
@T.prim_func
def threads(B: T.Buffer((4,), "int64"), n: T.int64, m: T.int64):
    i = T.env_thread("threadIdx.x")
    T.attr(T.iter_var(i, T.Range(n, m), "ThreadIndex", "threadIdx.x"), "virtual_thread_of", 4)
    B[0] = T.int64(1)

#| $ check --verify-roundtrip
#| $ fmt
#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def domains(hA: T.handle, B: T.Buffer((4,), "int64"), m: T.int64):
#|     n = T.int64()
#|     A = T.match_buffer(hA, (n,), "int64")
#|     # with T.block("root"):
#|     for i, j, k, l, o in T.grid(4, 4, 4, 4, 4):
#|         with T.block("copy"):
#|             a = T.axis.spatial((n, n + (m - n)), i)
#|             b = T.axis.spatial((A[8] - A[9], A[8] - A[9] + (T.int64(4) - (A[8] - A[9]))), j)
#|             c = T.axis.spatial((T.int64(3), T.int64(3) + (m - T.int64(3))), k)
#|             d = T.axis.spatial((n, n + (m - n)), l)
#|             e = T.axis.spatial((n, n + T.int64(4)), o)
#|             T.reads(A[T.min(T.int64(8), b + c + d + e):T.min(T.int64(8), b + c + d + e) + (T.max(T.int64(9), b + c + d + e) + T.int64(1) - T.min(T.int64(8), b + c + d + e))])
#|             T.writes(B[a])
#|             B[a] = A[b + c + d + e]
#|
#| # from tvm.script import tir as T
#|
#| @T.prim_func
#| def threads(B: T.Buffer((4,), "int64"), n: T.int64, m: T.int64):
#|     i = T.env_thread("threadIdx.x")
#|     T.attr(T.iter_var(i, T.Range(n, n + (m - n)), "ThreadIndex", "threadIdx.x"), "virtual_thread_of", 4)
#|     B[0] = T.int64(1)
