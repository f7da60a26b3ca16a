# test: run --engine=eval --compare=jit --input=x=2x3xf32=iota --input=y=3xf32='[10 20 30]' --input=k=0.5
# The program is compiled for the dtypes, shapes and numbers that the arguments have.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def scale(x: T.Buffer((T.int64(2), T.int64(3)), "float32"), k: T.float32, y: T.Buffer((T.int64(2), T.int64(3)), "float32")):
        for i, j in T.grid(2, 3):
            y[i, j] = x[i, j] * k

    @R.function
    def main(x: R.Tensor((2, 3), "float32"), y: R.Tensor(ndim=1), k: R.Prim("float32")):
        cls = Module
        scaled = R.call_tir(cls.scale, (x, k), out_sinfo=R.Tensor((2, 3), "float32"))
        sum = R.add(scaled, y)
        return (scaled, sum)

#| ([[0.  0.5 1. ]
#|   [1.5 2.  2.5]],
#|  [[10.  20.5 31. ]
#|   [11.5 22.  32.5]])
