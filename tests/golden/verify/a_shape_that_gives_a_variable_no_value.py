# test: fails check
# A variable has its value from a buffer of a parameter where it is a whole dim, stride or offset; each is told once.
@T.prim_func
def double(a: T.handle, b: T.handle, c: T.handle):
    n, m, s, k = T.int32(), T.int32(), T.int32(), T.int32()
    A = T.match_buffer(a, (n * 2,))
    B = T.match_buffer(b, (m, 4), strides=[s, 1])
    C = T.match_buffer(c, (m * s,))
    for i in range(n * 2):
        A[i] = A[i] + B[i % m, 0] + C[i * s] * T.Cast("float32", k)
