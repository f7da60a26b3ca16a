# test: run --engine=eval --compare=jit --input=x=3xf32='[1 2 3]' --input=y=4xf32='[1 2 3 4]'
# Symbols are those of each call, also in numbers, and in a kernel whose loop depends on what it computes.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def search(var_x: T.handle, var_y: T.handle, k: T.int64):
        n = T.int64()
        x = T.match_buffer(var_x, (n,))
        y = T.match_buffer(var_y, (n + k,))
        at = T.alloc_buffer((1,), "int64")
        at[0] = T.int64(0)
        while at[0] < n and x[at[0]] < T.float32(2.5):
            y[at[0]] = -x[at[0]]
            at[0] = at[0] + T.int64(1)
        for i in range(n + k - at[0]):
            y[at[0] + i] = T.Cast("float32", k)

    @R.function
    def main(x: R.Tensor(("n",), "float32"), y: R.Tensor(("m",), "float32")):
        n, m = T.int64(), T.int64()
        cls = Module
        a = R.call_tir(cls.search, (x,), out_sinfo=R.Tensor((n + 2,), "float32"), tir_vars=R.shape([2]))
        b = R.call_tir(cls.search, (y,), out_sinfo=R.Tensor((m + 1,), "float32"), tir_vars=R.shape([1]))
        return (a, b)

#| ([-1. -2.  2.  2.  2.],
#|  [-1. -2.  1.  1.  1.])
