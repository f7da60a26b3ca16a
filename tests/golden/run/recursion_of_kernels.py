# test: run --entry=main --engine=eval --compare=jit --input=A=4xi32='[1 2 3 4]'
# Recursion is fine as long as it ends, and arrays can be handed on.
@I.ir_module
class Module:
    @T.prim_func
    def factorial(n: T.int32) -> T.int32:
        if n <= 1:
            return 1
        return n * Module.factorial(n - 1)

    @T.prim_func
    def row(x: T.handle, k: T.int32):
        m = T.int32()
        X = T.match_buffer(x, (m,), "int32", strides=["s"], offset_factor=1)
        for i in range(m):
            X[i] = k

    @T.prim_func
    def main(A: T.Buffer((4,), "int32"), F: T.Buffer((5,), "int32")):
        for i in range(5):
            F[i] = Module.factorial(i)
        Module.row(T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(2), T.tvm_stack_make_shape(2), 1, 0, 1), 7)

#| ([1 7 3 7],
#|  [ 1  1  2  6 24])
