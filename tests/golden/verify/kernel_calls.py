# test: fails check
# A kernel is called with what its signature says; the note stands at the kernel.
@I.ir_module
class Module:
    @T.prim_func
    def scale(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
        for i in range(4):
            b[i] = a[i] * T.float32(2)

    @R.function
    def main(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float16"), t: R.Tuple(R.Tensor((4,), "float32"))):
        cls = Module
        a = R.call_tir(cls.scale, (x,), out_sinfo=R.Tensor((5,), "float32"))
        b = R.call_tir(cls.scale, (x, x), out_sinfo=R.Tensor((4,), "float32"))
        c = R.call_tir(cls.scale, (y,), out_sinfo=R.Tensor((4,), "float32"))
        d = R.call_tir(cls.scale, t, out_sinfo=R.Tensor((4,), "float32"))
        return x

#| kernel_calls.py:13:13: error: out_sinfo is R.Tensor((5,), "float32"), but 'scale' gives R.Tensor((4,), "float32") [E0402]
#|             a = R.call_tir(cls.scale, (x,), out_sinfo=R.Tensor((5,), "float32"))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| kernel_calls.py:6:45: note: parameter 1 of 'scale' is 'b'
#|         def scale(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
#|                                                 ^
#| kernel_calls.py:14:13: error: 'scale' takes 2 arguments, the call gives 3 inputs and outputs [E0501]
#|             b = R.call_tir(cls.scale, (x, x), out_sinfo=R.Tensor((4,), "float32"))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| kernel_calls.py:6:9: note: 'scale' is defined here
#|         def scale(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
#|             ^~~~~
#| kernel_calls.py:15:13: error: input 0 is R.Tensor((4,), "float16"), but 'scale' takes R.Tensor((4,), "float32") [E0402]
#|             c = R.call_tir(cls.scale, (y,), out_sinfo=R.Tensor((4,), "float32"))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| kernel_calls.py:6:15: note: parameter 0 of 'scale' is 'a'
#|         def scale(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32")):
#|                   ^
#| kernel_calls.py:16:13: error: the arguments of R.call_tir are not written out as a tuple [E0501]
#|             d = R.call_tir(cls.scale, t, out_sinfo=R.Tensor((4,), "float32"))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| kernel_calls.py:11:74: note: 't' is bound here
#|         def main(x: R.Tensor((4,), "float32"), y: R.Tensor((4,), "float16"), t: R.Tuple(R.Tensor((4,), "float32"))):
#|                                                                              ^
