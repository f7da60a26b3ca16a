# test: run --engine=eval --compare=jit --entry=main --input=A=4xf32='[1 2 3 4]' --input=B=4xf32='[5 6 7 8]' --input=k=1
@I.ir_module
class Module:
    @T.prim_func
    def fill(p: T.handle("float32"), n: T.int32, v: T.float32):
        P = T.Buffer((4,), "float32", data=p)
        if not T.isnullptr(p):
            for i in range(n):
                P[i] = P[i] + v

    @T.prim_func
    def main(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32"), k: T.int32, C: T.Buffer((4,), "int32")):
        p: T.handle("float32") = T.if_then_else(k > 0, A.data, B.data)
        P = T.Buffer((4,), "float32", data=p)
        P[0] = T.float32(10)
        for i in range(4):
            Module.fill(T.Select(i % 2 == 0, A.data, B.data), i, T.float32(100))
            Module.fill(T.if_then_else(i % 2 == 0, T.address_of(A[T.min(i, 3)]), T.reinterpret("handle", T.uint64(0))), 1, T.float32(1000))
            C[i] = T.Cast("int32", T.isnullptr(T.if_then_else(i < k, A.data, T.reinterpret("handle", T.uint64(0)))))

#| ([1110.  102. 1003.    4.],
#|  [205. 106. 107.   8.],
#|  [0 1 1 1])
