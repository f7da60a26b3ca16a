# test: fails check
from tvm.script import ir as I, relax as R, tir as T

@I.ir_module
class Module:
    @T.prim_func
    def prints(n: T.int32):
        T.evaluate(T.call_extern("int32", "printf", n))

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        Module.prints(R.prim_value(T.int32(3)))
        return x

#| a_kernel_that_calls_out_in_a_pure_function.py:12:9: error: 'prints' is impure, but the function is declared pure [E0502]
#|             Module.prints(R.prim_value(T.int32(3)))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| a_kernel_that_calls_out_in_a_pure_function.py:7:9: note: 'prints' is defined here
#|         def prints(n: T.int32):
#|             ^~~~~~
#| a_kernel_that_calls_out_in_a_pure_function.py:11:9: note: declared here; an impure function says @R.function(pure=False)
#|         def main(x: R.Tensor((4,), "float32")):
#|             ^~~~
