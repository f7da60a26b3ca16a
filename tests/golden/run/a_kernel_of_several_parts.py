# test: run --engine=eval --compare=jit --input=x=3x4xf32='[[1 2 3 4][4 3 2 1][0 0 0 0]]'
# Each of its nests is recognised; what lies between them is memory of the program.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def softmax(x: T.Buffer((3, 4), "float32"), y: T.Buffer((3, 4), "float32")):
        most = T.alloc_buffer((3,))
        weights = T.alloc_buffer((3, 4))
        total = T.alloc_buffer((3,))
        for i, k in T.grid(3, 4):
            with T.block("most"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    most[vi] = T.float32(-3.4028234663852886e+38)
                most[vi] = T.max(most[vi], x[vi, vk])
        for i, j in T.grid(3, 4):
            with T.block("weights"):
                vi, vj = T.axis.remap("SS", [i, j])
                weights[vi, vj] = T.exp(x[vi, vj] - most[vi])
        for i, k in T.grid(3, 4):
            with T.block("total"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    total[vi] = T.float32(0.0)
                total[vi] = total[vi] + weights[vi, vk]
        for i, j in T.grid(3, 4):
            with T.block("quotients"):
                vi, vj = T.axis.remap("SS", [i, j])
                y[vi, vj] = weights[vi, vj] / total[vi]

    @R.function
    def main(x: R.Tensor((3, 4), "float32")):
        cls = Module
        y = R.call_tir(cls.softmax, (x,), out_sinfo=R.Tensor((3, 4), "float32"))
        return y

#| [[0.0320586  0.08714432 0.23688284 0.6439143 ]
#|  [0.6439143  0.23688284 0.08714432 0.0320586 ]
#|  [0.25       0.25       0.25       0.25      ]]
