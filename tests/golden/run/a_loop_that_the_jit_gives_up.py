# test: fails run
# Neither a sum over too many points nor a loop without end keeps the machine busy.
@T.prim_func
def main(A: T.Buffer((1,), "int64")):
    for i, j in T.grid(T.int64(4611686018427387904), T.int64(4611686018427387904)):
        A[0] = A[0] + i * j

#| a_loop_that_the_jit_gives_up.py:5:17: error: kernel 'main': more than 274877906944 steps, which is the bound [E0701]
#|         for i, j in T.grid(T.int64(4611686018427387904), T.int64(4611686018427387904)):
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
