# test: fails run --entry=f --engine=eval --input=A=8x1xi64=ones
# test: fails run --entry=f --input=A=8x1xi64=ones
# test: run --entry=f --engine=eval --compare=jit --input=A=8x7xi64=ones
# With n = 1, the remainder is 0, whatever is divided; but the index in it is outside of the buffer.
@T.prim_func
def f(hA: T.handle, B: T.Buffer((4,), "int64")):
    n = T.int64()
    A = T.match_buffer(hA, (8, n), "int64")
    for i in range(T.int64(4)):
        B[i] = A[i, A[i, 6] % n]

#| $ fails run --entry=f --engine=eval --input=A=8x1xi64=ones
#| folding_keeps_what_may_fail.py:10:9: error: kernel 'f': A[0, 6] is outside of its buffer: index 1 must be within [0, 1) [E0701]
#|             B[i] = A[i, A[i, 6] % n]
#|             ^~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=f --input=A=8x1xi64=ones
#| folding_keeps_what_may_fail.py:10:9: error: kernel 'f': A[0, 6] is outside of its buffer: index 1 must be within [0, 1) [E0701]
#|             B[i] = A[i, A[i, 6] % n]
#|             ^~~~~~~~~~~~~~~~~~~~~~~~
#| $ run --entry=f --engine=eval --compare=jit --input=A=8x7xi64=ones
#| [1 1 1 1]
