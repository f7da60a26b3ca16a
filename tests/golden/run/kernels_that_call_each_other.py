# test: run --entry=main --engine=eval --compare=jit --input=A=8xi32='[5 3 8 1 9 2 7 4]'
# A kernel may hand itself parts of its arrays, pointers and memory of its own.
@I.ir_module
class Module:
    @T.prim_func
    def sort(x: T.handle, b: T.int32):
        n = T.int32()
        o = T.int32()
        X = T.match_buffer(x, (n,), "int32", elem_offset=o)
        if n > 1:
            H = T.alloc_buffer((1024,), "int32")
            h = n // 2
            Module.sort(T.tvm_stack_make_array(X.data, T.tvm_stack_make_shape(h), 0, 1, 0, o), b)
            Module.sort(T.tvm_stack_make_array(X.data, T.tvm_stack_make_shape(n - h), 0, 1, 0, o + h), b)
            Module.merge(T.tvm_stack_make_array(X.data, T.tvm_stack_make_shape(n), 0, 1, 0, o), h, H.data)

    @T.prim_func
    def merge(x: T.handle, h: T.int32, p: T.handle("int32")):
        n = T.int32()
        o = T.int32()
        X = T.match_buffer(x, (n,), "int32", elem_offset=o)
        H = T.Buffer((1024,), "int32", data=p)
        at = T.alloc_buffer((2,), "int32")
        at[0] = 0
        at[1] = h
        for i in range(n):
            if at[0] < h and (at[1] >= n or X[T.min(at[0], n - 1)] <= X[T.min(at[1], n - 1)]):
                H[i] = X[at[0]]
                at[0] = at[0] + 1
            else:
                H[i] = X[at[1]]
                at[1] = at[1] + 1
        for i in range(n):
            X[i] = H[i]

    @T.prim_func
    def even(n: T.int32) -> T.bool:
        if n == 0:
            return T.bool(True)
        return Module.odd(n - 1)

    @T.prim_func
    def odd(n: T.int32) -> T.bool:
        if n == 0:
            return T.bool(False)
        return Module.even(n - 1)

    @T.prim_func
    def main(A: T.Buffer((8,), "int32"), E: T.Buffer((4,), "bool")):
        Module.sort(T.tvm_stack_make_array(A.data, T.tvm_stack_make_shape(8), 0, 1, 0, 0), 3)
        for i in T.parallel(4):
            E[i] = Module.even(i * 1001)

#| ([1 2 3 4 5 7 8 9],
#|  [ True False  True False])
