# test: run --engine=eval --compare=jit --input=x=4xf32='[1 2 3 4]'
# A parameter that is a pointer gets the data of a tensor.
@I.ir_module
class Module:
    @T.prim_func
    def scale(q: T.handle("float32"), n: T.int64):
        Q = T.Buffer((4,), "float32", data=q)
        for i in range(n):
            Q[i] = Q[i] * T.float32(2.0)

    @T.prim_func
    def double(p: T.handle, n: T.int64):
        Module.scale(p, n)

    @R.function(pure=False)
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        y = R.add(x, x)
        _: R.Tuple = cls.double(y, R.prim_value(3))
        return y

#| [ 4.  8. 12.  8.]
