# test: run --entry=scale --engine=eval --compare=jit --dim=n=3 --fill=iota --input=factor=2
# A dim that no argument says may be given by the name that it has in the kernel.
@T.prim_func
def scale(a: T.handle, b: T.handle, factor: T.int32):
    n = T.int64()
    A = T.match_buffer(a, (n,), "int32")
    B = T.match_buffer(b, (n, 2), "int32")
    for i in range(n):
        B[i, 0] = A[i] * factor
        B[i, 1] = A[i] + factor

#| [[0 2]
#|  [2 3]
#|  [4 4]]
