# test: fails run --engine=eval --compare=jit --input=x=4xf32='[1 2 -3 4]'
# test: fails run --input=x=4xf32='[1 2 -3 4]'
# It changes nothing and gives nothing, but is called.
@I.ir_module
class Module:
    @T.prim_func
    def refuse(X: T.Buffer((4,), "float32")):
        for i in range(4):
            assert X[i] > T.float32(0.0), "not positive"

    @R.function(pure=False)
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        _: R.Tuple = cls.refuse(x)
        return x

#| $ fails run --engine=eval --compare=jit --input=x=4xf32='[1 2 -3 4]'
#| a_kernel_that_only_refuses.py:9:13: error: kernel 'refuse': assertion failed: not positive [E0701]
#|                 assert X[i] > T.float32(0.0), "not positive"
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --input=x=4xf32='[1 2 -3 4]'
#| a_kernel_that_only_refuses.py:9:13: error: kernel 'refuse': assertion failed: not positive [E0701]
#|                 assert X[i] > T.float32(0.0), "not positive"
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
