# test: run main(x=5x4xf32=[1 nan 3 2][5 4 3 nan][nan nan nan nan][-0.0 0.0 -0.0 nan][0.0 -0.0 -1 -2])
# A maximum in a kernel is `a > b ? a : b`, which is b where one of them is NaN or both are zeros: what comes later
# replaces a NaN, or it is skipped, or kept. 1 / zero shows the sign.
@I.ir_module
class Module:
    @T.prim_func
    def kernel(x: T.Buffer((5, 64), "float32"), later: T.Buffer((5,), "float32"), first: T.Buffer((5,), "float32"),
               kept: T.Buffer((5,), "float32"), chosen: T.Buffer((5,), "float32")):
        for i, k in T.grid(5, 64):
            with T.block("extremes"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    later[vi] = T.min_value("float32")
                later[vi] = T.max(later[vi], x[vi, vk])
        for i, k in T.grid(5, 64):
            with T.block("skipped"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    first[vi] = T.min_value("float32")
                first[vi] = T.max(x[vi, vk], first[vi])
        for i, k in T.grid(5, 64):
            with T.block("kept"):
                vi, vk = T.axis.remap("SR", [i, k])
                with T.init():
                    kept[vi] = T.min_value("float32")
                kept[vi] = T.Select(kept[vi] > x[vi, vk] or T.isnan(kept[vi]), kept[vi], x[vi, vk])
        for i, k in T.grid(5, 64):
            with T.block("least"):
                vi, vk = T.axis.remap("SR", [i, k])
                T.where(k % 4 != 3)
                with T.init():
                    chosen[vi] = T.max_value("float32")
                chosen[vi] = T.if_then_else(chosen[vi] > x[vi, vk], x[vi, vk], chosen[vi])

    @R.function
    def main(x: R.Tensor((5, 4), "float32")):
        rows = R.tile(x, (1, 16))
        y = R.call_tir(Module.kernel, (rows,), out_sinfo=[R.Tensor((5,), "float32"), R.Tensor((5,), "float32"),
                                                       R.Tensor((5,), "float32"), R.Tensor((5,), "float32")])
        one = R.const(1, "float32")
        signs = R.divide(one, y[0])
        first_signs = R.divide(one, y[1])
        return (y, signs, first_signs)

#| (([ 3. nan nan nan -0.],
#|   [ 3.0000000e+00  5.0000000e+00 -3.4028235e+38 -0.0000000e+00
#|     0.0000000e+00],
#|   [nan nan nan nan -0.],
#|   [ 1.0000000e+00  3.0000000e+00  3.4028235e+38 -0.0000000e+00
#|    -1.0000000e+00]),
#|  [0.33333334        nan        nan        nan       -inf],
#|  [ 3.3333334e-01  2.0000000e-01 -2.9387360e-39           -inf
#|              inf])
