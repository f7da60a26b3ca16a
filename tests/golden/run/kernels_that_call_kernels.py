# test: run --entry=main --engine=eval --compare=jit --input=A=4xi32='[1 2 3 4]'
# Scalars and pointers are handed on, and a call has the value that the kernel returns.
@I.ir_module
class Module:
    @T.prim_func
    def clamped(n: T.int32) -> T.int32:
        if n > 2:
            return 2
        return n

    @T.prim_func
    def scale(p: T.handle("int32"), k: T.int32):
        B = T.Buffer((4,), "int32", data=p)
        for i in range(4):
            B[i] = B[i] * k

    @T.prim_func
    def twice(p: T.handle("int32")):
        Module.scale(p, 2)

    @T.prim_func
    def main(A: T.Buffer((4,), "int32"), F: T.Buffer((5,), "int32")):
        for i in range(5):
            F[i] = Module.clamped(i) * 10
        Module.twice(A.data)

#| ([2 4 6 8],
#|  [ 0 10 20 20 20])
