# test: fails check
# One mistake, one message: the outputs follow from inputs that fit.
@I.ir_module
class Module:
    @T.prim_func
    def double(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            B[i] = A[i] + A[i]

    @R.function
    def main(x: R.Tensor((8,), "float32"), y: R.Tensor((4,), "float32")):
        cls = Module
        a = R.call_tir(cls.double, (x,), out_sinfo=R.Tensor((8,), "float32"))
        b = R.call_tir(cls.double, (y,), out_sinfo=R.Tensor((8,), "float32"))
        return y

#| inputs_that_contradict_a_kernel.py:13:13: error: input 0 is R.Tensor((8,), "float32"), but 'double' takes R.Tensor((4,), "float32") [E0402]
#|             a = R.call_tir(cls.double, (x,), out_sinfo=R.Tensor((8,), "float32"))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| inputs_that_contradict_a_kernel.py:6:16: note: parameter 0 of 'double' is 'A'
#|         def double(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
#|                    ^
#| inputs_that_contradict_a_kernel.py:14:13: error: out_sinfo is R.Tensor((8,), "float32"), but 'double' gives R.Tensor((4,), "float32") [E0402]
#|             b = R.call_tir(cls.double, (y,), out_sinfo=R.Tensor((8,), "float32"))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| inputs_that_contradict_a_kernel.py:6:46: note: parameter 1 of 'double' is 'B'
#|         def double(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
#|                                                  ^
