# test: fails run --engine=eval --max-steps=100000
@T.prim_func
def f(A: T.Buffer((1,), "int64")):
    for i in range(T.int64(4611686018427387904)):
        A[0] = i

#| a_loop_of_too_many_steps.py:4:14: error: kernel 'f': more than 100000 steps, which is the bound [E0701]
#|         for i in range(T.int64(4611686018427387904)):
#|                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
