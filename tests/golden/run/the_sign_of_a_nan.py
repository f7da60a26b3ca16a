# test: run --engine=eval --compare=jit --input=x=4xf32='[-1 0 1 nan]'
# How a NaN came to be says nothing about its sign: it counts as positive, so that both executors agree.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def signs(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "float32"), z: T.Buffer((4,), "float64")):
        for i in range(4):
            y[i] = T.copysign(T.float32(-2), T.log(x[i]))
        for i in range(4):
            z[i] = T.copysign(T.float64(3), -T.sqrt(T.Cast("float64", x[i])))

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        y = R.call_tir(cls.signs, (x,), out_sinfo=[R.Tensor((4,), "float32"), R.Tensor((4,), "float64")])
        return y

#| ([ 2. -2.  2.  2.],
#|  [ 3. -3. -3.  3.])
