# test: run --engine=eval --compare=jit --input=x=4xf32='[0.3 -1.7 600 0]'
# Operators do not compute with float8; kernels hand it on to each other.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def narrow(x: T.Buffer((4,), "float32"), y: T.Buffer((4,), "e4m3_float8")):
        for i in range(4):
            y[i] = T.Cast("e4m3_float8", x[i])

    @T.prim_func(private=True)
    def widen(x: T.Buffer((4,), "e4m3_float8"), y: T.Buffer((4,), "float32")):
        for i in range(4):
            y[i] = T.Cast("float32", x[i])

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        y = R.call_tir(cls.narrow, (x,), out_sinfo=R.Tensor((4,), "e4m3_float8"))
        z = R.call_tir(cls.widen, (y,), out_sinfo=R.Tensor((4,), "float32"))
        return (y, z)

#| ([ 3.0e-01 -1.8e+00  4.5e+02  0.0e+00],
#|  [ 3.125e-01 -1.750e+00  4.480e+02  0.000e+00])
