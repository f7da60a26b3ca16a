# test: fails run --entry=main --fill=ones
# Loops of a kernel count for each call.
@I.ir_module
class Module:
    @T.prim_func
    def count(n: T.int32):
        for i in range(1073741824):
            T.evaluate(n + i)

    @T.prim_func
    def main(A: T.Buffer((4,), "int32")):
        for i in range(1073741824):
            Module.count(A[0])

#| loops_of_kernels_that_loops_call.py:7:18: error: kernel 'count': more than 274877906944 steps, which is the bound [E0701]
#|             for i in range(1073741824):
#|                      ^~~~~~~~~~~~~~~~~
