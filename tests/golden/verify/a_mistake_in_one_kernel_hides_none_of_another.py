# test: fails check
# Each kernel of a module is checked, and so are its functions.
@I.ir_module
class Module:
    @T.prim_func
    def first(A: T.Buffer((8,), "float32")):
        for i in range(8):
            with T.block("b"):
                vi = T.axis.spatial(8, i)
                A[i] = T.float32(0)

    @T.prim_func
    def second(a: T.handle):
        n = T.int64()
        A = T.match_buffer(a, (n + 1,))
        A[0] = T.float32(0)

    @R.function
    def main(x: R.Tensor((8,), "float32")):
        n = T.int64()
        y = R.zeros(R.shape([n]), "float32")
        return y
