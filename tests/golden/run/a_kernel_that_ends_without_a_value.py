# test: run --engine=eval --compare=jit --input=x=2xf32='[1 2]'
# test: fails run --engine=eval --compare=jit --input=x=2xf32='[1 -2]'
# test: fails run --input=x=2xf32='[1 -2]'
@I.ir_module
class Module:
    @T.prim_func
    def last(X: T.Buffer((2,), "float32")) -> T.float32:
        if X[1] > T.float32(0.0):
            return X[1]

    @R.function(pure=False)
    def main(x: R.Tensor((2,), "float32")):
        cls = Module
        s: R.Prim("float32") = cls.last(x)
        t = R.multiply(s, R.prim_value(T.float32(3)))
        return (s, t)

#| $ run --engine=eval --compare=jit --input=x=2xf32='[1 2]'
#| (2.0,
#|  6.0)
#| $ fails run --engine=eval --compare=jit --input=x=2xf32='[1 -2]'
#| a_kernel_that_ends_without_a_value.py:7:9: error: kernel 'last': it ends without a value [E0701]
#|         def last(X: T.Buffer((2,), "float32")) -> T.float32:
#|             ^~~~
#| $ fails run --input=x=2xf32='[1 -2]'
#| a_kernel_that_ends_without_a_value.py:7:9: error: kernel 'last': it ends without a value [E0701]
#|         def last(X: T.Buffer((2,), "float32")) -> T.float32:
#|             ^~~~
