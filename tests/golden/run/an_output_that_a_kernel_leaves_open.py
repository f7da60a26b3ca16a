# test: run --engine=eval --compare=jit --input=x=4xf32='[1 -2 3 -4]'
# What a kernel does not write is 0xff in every byte, whether it is compiled as operators are or statement by statement.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def positive(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32")):
        for i in range(4):
            if x[i] > T.float32(0):
                y[i] = x[i]

    @T.prim_func(private=True)
    def every_second(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "int32"), z: T.Buffer((2,), "uint8")):
        for i in T.parallel(2):
            y[i * 2] = T.Cast("int32", x[i * 2])

    @T.prim_func(private=True)
    def running(x: T.Buffer((4,), "float32"), y: T.Buffer((300,), "bool")):
        sums = T.alloc_buffer((300,), "int16")
        for i in range(3):
            sums[i + 1] = sums[i] + T.Cast("int16", x[i])
        for i in range(300):
            if i != 7:
                y[i] = sums[T.min(i, 5)] == T.int16(-1)

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        a = R.call_tir(cls.positive, (x,), out_sinfo=R.Tensor((4,), "float32"))
        b = R.call_tir(cls.every_second, (x,), out_sinfo=[R.Tensor((4,), "int32"), R.Tensor((2,), "uint8")])
        c = R.call_tir(cls.running, (x,), out_sinfo=R.Tensor((300,), "bool"))
        return (a, b, R.strided_slice(c, axes=[0], begin=[0], end=[9]), R.sum(R.astype(c, "int32")))

#| ([ 1. nan  3. nan],
#|  ([ 1 -1  3 -1],
#|   [255 255]),
#|  [ True False False False  True  True  True  True  True],
#|  297)
