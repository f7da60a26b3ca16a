# test: fails run --entry=scale --engine=eval --input=A=3xi32=iota --input=B=5xi32=iota
# A kernel that is run by itself says what it expects with its own names.
@T.prim_func
def scale(a: T.handle, b: T.handle):
    n = T.int64()
    A = T.match_buffer(a, (n,), "int32")
    B = T.match_buffer(b, (n * T.int64(2),), "int32")
    for i in range(n):
        B[i] = A[i] * 2

#| hammock: error: parameter 'B' of R.Tensor((n * 2,), dtype="int32"): '5xi32' is (5,) of int32; expected (6,) of int32
