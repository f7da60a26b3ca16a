# test: fails run --engine=eval --input=n=4611686018427387904
# test: fails run --input=n=4611686018427387904
@T.prim_func
def f(n: T.int64, A: T.Buffer((1,), "int64")):
    B = T.alloc_buffer((n, n), "int64")
    A[0] = B[0, 0]

#| $ fails run --engine=eval --input=n=4611686018427387904
#| a_buffer_of_absurd_size.py:4:5: error: kernel 'f': the buffer 'B' of shape (4611686018427387904, 4611686018427387904) and dtype int64 does not fit into this machine's memory [E0701]
#|     def f(n: T.int64, A: T.Buffer((1,), "int64")):
#|         ^
#| $ fails run --input=n=4611686018427387904
#| a_buffer_of_absurd_size.py:4:5: error: kernel 'f': the buffer 'B' of shape (4611686018427387904, 4611686018427387904) and dtype int64 does not fit into this machine's memory [E0701]
#|     def f(n: T.int64, A: T.Buffer((1,), "int64")):
#|         ^
