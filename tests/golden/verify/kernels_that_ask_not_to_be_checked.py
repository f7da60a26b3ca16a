# test: check
# As TVM's decorators say it.
@T.prim_func(check_well_formed=False)
def first(A: T.Buffer((8,), "float32")):
    for i in range(8):
        with T.block("b"):
            vi = T.axis.spatial(8, i)
            A[i] = T.float32(0)

@I.ir_module(check_well_formed=False)
class Module:
    @T.prim_func
    def second(A: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.block("b"):
                vi = T.axis.spatial(8, i)
                A[i] = T.float32(0)
