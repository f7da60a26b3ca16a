# test: check
@T.prim_func
def double(n: T.int32, A: T.Buffer((16,), "float32")):
    for i in T.vectorized(n):
        A[i] = A[i] * T.float32(2)
    for i in T.vectorized(4):
        for j in T.vectorized(4):
            A[i * 4 + j] = T.float32(0)
        p = T.allocate([n], "float32")
        while A[i] < T.float32(1):
            A[i] = A[i] + T.float32(1)

#| loops_that_cannot_be_vectors.py:4:14: warning: the extent of a vectorized loop is no constant [W0207]
#|         for i in T.vectorized(n):
#|                  ^~~~~~~~~~~~~~~
#| loops_that_cannot_be_vectors.py:7:18: warning: a vectorized loop in another [W0207]
#|             for j in T.vectorized(4):
#|                      ^~~~~~~~~~~~~~~
#| loops_that_cannot_be_vectors.py:9:13: warning: an allocation of varying size in a vectorized loop [W0207]
#|             p = T.allocate([n], "float32")
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~
#| loops_that_cannot_be_vectors.py:10:9: warning: a 'while' in a vectorized loop [W0207]
#|             while A[i] < T.float32(1):
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~
