# test: fails run --entry=main --fill=ones
# Loops of a kernel count for each call of it, as many steps as they may take.
@I.ir_module
class Module:
    @T.prim_func
    def count(p: T.handle("int32")):
        A = T.Buffer((4,), "int32", data=p)
        for i in range(2):
            if A[0] > 1:
                for k in range(1073741824):
                    A[0] = k

    @T.prim_func
    def main(A: T.Buffer((4,), "int32")):
        for i in range(1073741824):
            Module.count(A.data)

#| loops_of_kernels_that_loops_call.py:8:18: error: kernel 'count': more than 274877906944 steps, which is the bound [E0701]
#|             for i in range(2):
#|                      ^~~~~~~~
