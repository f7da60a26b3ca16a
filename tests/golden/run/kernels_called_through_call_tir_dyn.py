# test: run --engine=eval --compare=jit --input=x=4xf32='[1 2 3 4]'
# The numbers of a shape at the end are arguments of their own.
@I.ir_module
class Module:
    @T.prim_func
    def fill(x: T.handle, n: T.int64, k: T.int64):
        X = T.match_buffer(x, (n,))
        for i in range(n):
            X[i] = X[i] + T.Cast("float32", k)

    @R.function(pure=False)
    def main(x: R.Tensor(("n",), "float32")):
        n = T.int64()
        cls = Module
        y = R.add(x, x)
        _: R.Tuple = R.vm.call_tir_dyn(cls.fill, (y, R.shape([n, n * 10])))
        return y

#| [42. 44. 46. 48.]
