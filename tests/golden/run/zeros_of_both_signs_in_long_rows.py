# test: run --compare=eval --input=x=4x5xf32='[-1 -0.0 0.0 -2 -3][0.0 -0.0 -1 -2 -3][-1 -2 -0.0 -0.0 -3][-1 0.0 -2 0.0 -4]'
# The largest is a zero: the first one of the row or the last one, as the order of the operands says. 1 / zero shows the sign.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def kernel(x: T.Buffer((4, 85), "float32"), last: T.Buffer((4,), "float32"), first: T.Buffer((4,), "float32"), of_init: T.Buffer((4,), "float32"), least: T.Buffer((4,), "float64")):
        for i, k in T.grid(4, 85):
            with T.block("last"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    last[vi] = T.min_value("float32")
                last[vi] = T.max(last[vi], x[vi, vk])
        for i, k in T.grid(4, 85):
            with T.block("first"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    first[vi] = T.min_value("float32")
                first[vi] = T.max(x[vi, vk], first[vi])
        for i, k in T.grid(4, 85):
            with T.block("of_init"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    of_init[vi] = T.float32(-0.0)
                of_init[vi] = T.max(x[vi, vk], of_init[vi])
        for i, k in T.grid(4, 85):
            with T.block("least"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    least[vi] = T.float64(0)
                least[vi] = T.min(least[vi], T.Cast("float64", x[vi, vk]) * T.float64(-1))

    @R.function
    def main(x: R.Tensor((4, 5), "float32")):
        rows = R.tile(x, (1, 17))
        y = R.call_tir(Module.kernel, (rows,), out_sinfo=[R.Tensor((4,), "float32"), R.Tensor((4,), "float32"), R.Tensor((4,), "float32"), R.Tensor((4,), "float64")])
        one = R.const(1, "float32")
        return (R.divide(one, y[0]), R.divide(one, y[1]), R.divide(one, y[2]), R.divide(R.const(1, "float64"), y[3]))

#| ([ inf -inf -inf  inf],
#|  [-inf  inf -inf  inf],
#|  [-inf -inf -inf -inf],
#|  [-inf  inf  inf -inf])
#| remark: nothing that was compared is finite, which tells little; smaller inputs tell more, as of --fill='rand(std=he)'
