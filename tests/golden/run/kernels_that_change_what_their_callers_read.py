# test: run --entry=main --engine=eval --compare=jit --input=C=1xi32=[0]
# A kernel is called as often as its call stands there, in the order of the text; what it wrote is then read again.
@I.ir_module
class Module:
    @T.prim_func
    def next(p: T.handle("int32")) -> T.int32:
        C = T.Buffer((1,), "int32", data=p)
        C[0] = C[0] + 1
        return C[0]

    @T.prim_func
    def main(C: T.Buffer((1,), "int32"), values: T.Buffer((7,), "int32")):
        values[0] = Module.next(C.data) + Module.next(C.data)
        values[1] = C[0] * 100 + Module.next(C.data) * 10 + C[0]
        values[2] = T.Select(Module.next(C.data) < Module.next(C.data), C[0], -1)
        values[3] = T.if_then_else(C[0] < 6, Module.next(C.data) + C[0], -1)
        values[T.Ramp(4, 1, 2)] = T.Select(T.Broadcast(Module.next(C.data) == 7, 2), T.Broadcast(Module.next(C.data), 2), T.Broadcast(Module.next(C.data), 2))
        x: T.int32 = Module.next(C.data)
        y: T.int32 = Module.next(C.data)
        if x < 11:
            values[6] = y - x

#| ([11],
#|  [  3 233   5  12   8   8   1])
