# test: run --engine=eval --compare=jit --input=x=2x3xf32='[[1 2 3][4 5 6]]' --input=w=3x2xf32='[[1 0][0 1][1 1]]'
# What a kernel makes of weights alone is made once, and so is the layout in which a product wants them.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def scale(w: T.Buffer((3, 2), "float32"), y: T.Buffer((3, 2), "float32")):
        for i, j in T.grid(3, 2):
            y[i, j] = w[i, j] * T.float32(0.5)

    @T.prim_func(private=True)
    def product(x: T.Buffer((2, 3), "float32"), w: T.Buffer((3, 2), "float32"), y: T.Buffer((2, 2), "float32")):
        for i, j, k in T.grid(2, 2, 3):
            with T.block("product"):
                vi, vj, vk = T.axis.remap("SSR", [i, j, k])
                with T.init():
                    y[vi, vj] = T.float32(0.0)
                y[vi, vj] = y[vi, vj] + x[vi, vk] * w[vk, vj]

    @R.function
    def main(x: R.Tensor((2, 3), "float32"), w: R.Tensor((3, 2), "float32")):
        R.func_attr({"num_input": 1})
        cls = Module
        half = R.call_tir(cls.scale, (w,), out_sinfo=R.Tensor((3, 2), "float32"))
        y = R.call_tir(cls.product, (x, half), out_sinfo=R.Tensor((2, 2), "float32"))
        z = R.call_tir(cls.product, (x, w), out_sinfo=R.Tensor((2, 2), "float32"))
        return (y, z)

#| ([[2.  2.5]
#|   [5.  5.5]],
#|  [[ 4.  5.]
#|   [10. 11.]])
