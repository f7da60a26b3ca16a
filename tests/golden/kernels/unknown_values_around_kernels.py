# test: fails check
# What Python computes is not known, in a kernel neither.
N = compute()
BIG = 2**70

@T.prim_func
def f(A: T.Buffer((N,), "float32")):
    for i in range(N):
        A[i] = T.float32(i)
    T.evaluate(BIG)

#| unknown_values_around_kernels.py:7:20: error: 'N' is not defined: what Python assigns to it is not evaluated [E0201]
#|     def f(A: T.Buffer((N,), "float32")):
#|                        ^
#| unknown_values_around_kernels.py:3:1: note: it is bound here
#|     N = compute()
#|     ^
#| unknown_values_around_kernels.py:10:16: error: 'BIG' is not defined: the integer does not fit into 64 bits [E0201]
#|         T.evaluate(BIG)
#|                    ^~~
#| unknown_values_around_kernels.py:4:1: note: it is bound here
#|     BIG = 2**70
#|     ^~~
