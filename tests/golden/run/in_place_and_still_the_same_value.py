# test: run --engine=eval --input=x=4xf32='[1 2 3 4]'
# What R.call_tir_inplace changes is seen through its result alone, a call of the kernel as a function changes its
# argument.
@I.ir_module
class Module:
    @T.prim_func
    def double(x: T.Buffer((4,), "float32")):
        for i in range(4):
            x[i] = x[i] * T.float32(2.0)

    @R.function(pure=False)
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        doubled = R.call_tir_inplace(cls.double, (x,), inplace_indices=[0], out_sinfo=R.Tensor((4,), "float32"))
        sum = R.add(x, doubled)
        _: R.Tuple = cls.double(doubled)
        return (x, sum, doubled)

#| ([1. 2. 3. 4.],
#|  [ 3.  6.  9. 12.],
#|  [ 4.  8. 12. 16.])
