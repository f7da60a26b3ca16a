# test: run --engine=eval --compare=jit --input=x=4xf32='[1 2 3 4]'
# A call of a kernel as a function changes its argument, but not what the run was given.
@I.ir_module
class Module:
    @T.prim_func
    def double(x: T.Buffer((4,), "float32")):
        for i in range(4):
            x[i] = x[i] * T.float32(2.0)

    @R.function(pure=False)
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        y = R.add(x, x)
        _: R.Tuple = cls.double(y)
        return (x, y)

#| ([1. 2. 3. 4.],
#|  [ 4.  8. 12. 16.])
