# test: run --entry=add --engine=eval --compare=jit --input=a=2x3xf32='[[1 2 3][4 5 6]]' --input=B=ones --input=k=10
# Parameters are known by the names of buffers and of handles; what the kernel writes is the result and begins with zeros.
@I.ir_module
class Module:
    @T.prim_func
    def add(a: T.handle, b: T.handle, c: T.handle, k: T.int32):
        n, m = T.int64(), T.int64()
        A = T.match_buffer(a, (n, m))
        B = T.match_buffer(b, (n, m))
        C = T.match_buffer(c, (n, m * 2))
        for i, j in T.grid(n, m):
            C[i, j] = A[i, j] + B[i, j] + T.Cast("float32", k)

#| [[12. 13. 14.  0.  0.  0.]
#|  [15. 16. 17.  0.  0.  0.]]
