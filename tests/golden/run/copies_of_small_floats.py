# test: run --engine=eval --compare=jit --guard --input=x=9xe4m3_float8='[1 -2 3 -4 5 6 7 8 nan]' --input=y=9xe5m2_float8='[9 8 7 inf 5 4 3 2 1]'
# What a kernel changes in place is copied first, a byte for each float8: both values are used again. In 32 bits, as
# floats that are computed with, the copies wrote outside of their memory.
@I.ir_module
class Module:
    @T.prim_func(private=True)
    def negate(X: T.Buffer((9,), "e4m3_float8"), Y: T.Buffer((9,), "e5m2_float8")):
        for i in range(9):
            X[i] = X[i] * T.Cast("e4m3_float8", T.float32(-1))
            Y[i] = Y[i] * T.Cast("e5m2_float8", T.float32(-1))

    @R.function
    def main(x: R.Tensor((9,), "e4m3_float8"), y: R.Tensor((9,), "e5m2_float8")):
        cls = Module
        z = R.call_tir_inplace(cls.negate, (x, y), inplace_indices=[0, 1], out_sinfo=[R.Tensor((9,), "e4m3_float8"), R.Tensor((9,), "e5m2_float8")])
        return (x, y, z)

#| ([ 1. -2.  3. -4.  5.  6.  7.  8. nan],
#|  [ 8.  8.  7. inf  5.  4.  3.  2.  1.],
#|  ([-1.  2. -3.  4. -5. -6. -7. -8. nan],
#|   [ -8.  -8.  -7. -inf  -5.  -4.  -3.  -2.  -1.]))
