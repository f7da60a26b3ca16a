# test: fails run --fill=ones
# What the parts of a parallel loop use of the bound on steps is gone for whatever comes after it.
@T.prim_func
def f(N: T.Buffer((1,), "int32"), A: T.Buffer((4,), "int32")):
    for i in range(1048576):
        for j in T.parallel(4):
            for m in range(N[0]):
                if N[0] > 1:
                    for k in range(1073741824):
                        A[j] = k

#| loops_in_parallel_loops_that_others_repeat.py:7:22: error: kernel 'f': more than 274877906944 steps, which is the bound [E0701]
#|                 for m in range(N[0]):
#|                          ^~~~~~~~~~~
