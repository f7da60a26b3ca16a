# test: fails run --entry=constant --engine=eval
# test: fails run --entry=nest --engine=eval
# test: fails run --entry=argument --engine=eval --input=n=4611686018427387904
# test: run --entry=leaves --engine=eval --max-steps=1000
# test: run --entry=returns --engine=eval --max-steps=1000
# test: run --entry=skips --engine=eval --max-steps=2000
# What is known before is said before; a loop that may be left early is run.
@I.ir_module
class Module:
    @T.prim_func
    def constant(A: T.Buffer((1,), "int64")):
        for i in range(T.int64(4611686018427387904)):
            A[0] = i

    @T.prim_func
    def nest(A: T.Buffer((1,), "int64")):
        for i in range(T.int64(1048576)):
            A[0] = i
            for j in range(T.int64(1048576)):
                A[0] = i + j

    @T.prim_func
    def argument(A: T.Buffer((1,), "int64"), n: T.int64):
        for i in range(n):
            A[0] = i

    @T.prim_func
    def leaves(A: T.Buffer((1,), "int64")):
        for i in range(T.int64(4611686018427387904)):
            A[0] = i
            if i > T.int64(9):
                break

    @T.prim_func
    def returns(A: T.Buffer((1,), "int64")) -> T.int32:
        for i in range(T.int64(4611686018427387904)):
            A[0] = i
            for j in range(T.int64(4611686018427387904)):
                if j > i:
                    return 7
        return 8

    @T.prim_func
    def skips(A: T.Buffer((1,), "int64")):
        for i in range(T.int64(100)):
            A[0] = i
            if i < T.int64(0):
                for j in range(T.int64(4611686018427387904)):
                    A[0] = j

#| $ fails run --entry=constant --engine=eval
#| loops_that_take_more_steps_than_there_are.py:12:18: error: kernel 'constant': more than 4294967296 steps, which is the bound [E0701]
#|             for i in range(T.int64(4611686018427387904)):
#|                      ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=nest --engine=eval
#| loops_that_take_more_steps_than_there_are.py:17:18: error: kernel 'nest': more than 4294967296 steps, which is the bound [E0701]
#|             for i in range(T.int64(1048576)):
#|                      ^~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --entry=argument --engine=eval --input=n=4611686018427387904
#| loops_that_take_more_steps_than_there_are.py:24:18: error: kernel 'argument': more than 4294967296 steps, which is the bound [E0701]
#|             for i in range(n):
#|                      ^~~~~~~~
#| $ run --entry=leaves --engine=eval --max-steps=1000
#| [10]
#| $ run --entry=returns --engine=eval --max-steps=1000
#| ([0],
#|  7)
#| $ run --entry=skips --engine=eval --max-steps=2000
#| [99]
