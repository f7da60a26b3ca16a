# test: run --engine=eval --compare=jit --input=x=4xf32='[1 2 3 4]'
# What R.call_tir_inplace changes is seen through its result alone.
@I.ir_module
class Module:
    @T.prim_func
    def double(x: T.Buffer((4,), "float32")):
        for i in range(4):
            x[i] = x[i] * T.float32(2.0)

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        doubled = R.call_tir_inplace(cls.double, (x,), inplace_indices=[0], out_sinfo=R.Tensor((4,), "float32"))
        sum = R.add(x, doubled)
        again = R.call_tir_inplace(cls.double, (sum,), inplace_indices=[0], out_sinfo=R.Tensor((4,), "float32"))
        return (x, doubled, again)

#| ([1. 2. 3. 4.],
#|  [2. 4. 6. 8.],
#|  [ 6. 12. 18. 24.])
