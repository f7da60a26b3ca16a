# test: run --engine=eval --compare=jit --input=x=2x3xf32='[[1 2 3][4 5 6]]'
# Outputs are fresh, symbols of the kernel are bound by the tensors, and numbers come behind them.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def scaled_sums(var_x: T.handle, var_y: T.handle, var_z: T.handle, k: T.int64):
        n, m = T.int64(), T.int64()
        x = T.match_buffer(var_x, (n, m))
        y = T.match_buffer(var_y, (n,))
        z = T.match_buffer(var_z, (n, m), "int64")
        for i, j in T.grid(n, m):
            with T.block("sum"):
                vi, vj = T.axis.remap("SR", [i, j])
                with T.init():
                    y[vi] = T.float32(0.0)
                y[vi] = y[vi] + x[vi, vj]
        for i, j in T.grid(n, m):
            with T.block("scale"):
                vi, vj = T.axis.remap("SS", [i, j])
                z[vi, vj] = T.Cast("int64", x[vi, vj]) * k

    @R.function
    def main(x: R.Tensor(("n", 3), "float32")):
        n = T.int64()
        cls = Module
        both = R.call_tir(cls.scaled_sums, (x,), out_sinfo=[R.Tensor((n,), "float32"), R.Tensor((n, 3), "int64")], tir_vars=R.shape([n * 5]))
        return both

#| ([ 6. 15.],
#|  [[10 20 30]
#|   [40 50 60]])
