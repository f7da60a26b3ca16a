# test: fails check
# What is given to a kernel is known to be what it takes, but for dims that may be equal.
@I.ir_module
class Module:
    @T.prim_func
    def g(A: T.Buffer((3,), "float32"), B: T.Buffer((3,), "float32")):
        T.evaluate(0)

    @R.function
    def object(x: R.Object):
        return R.call_tir(Module.g, (x,), R.Tensor((3,), "float32"))

    @R.function
    def rank(x: R.Tensor(dtype="float32")):
        return R.call_tir(Module.g, (x,), R.Tensor((3,), "float32"))

    @R.function
    def dtype(x: R.Tensor((3,))):
        return R.call_tir(Module.g, (x,), R.Tensor((3,), "float32"))

    @R.function
    def may_fit(x: R.Tensor(("n",), "float32")):
        return R.call_tir(Module.g, (x,), R.Tensor((3,), "float32"))

#| inputs_of_kernels_are_known.py:11:16: error: input 0 is R.Object, but 'g' takes R.Tensor((3,), "float32") [E0402]
#|             return R.call_tir(Module.g, (x,), R.Tensor((3,), "float32"))
#|                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| inputs_of_kernels_are_known.py:6:11: note: parameter 0 of 'g' is 'A'
#|         def g(A: T.Buffer((3,), "float32"), B: T.Buffer((3,), "float32")):
#|               ^
#| inputs_of_kernels_are_known.py:15:16: error: input 0 is R.Tensor(dtype="float32"), but 'g' takes R.Tensor((3,), "float32") [E0402]
#|             return R.call_tir(Module.g, (x,), R.Tensor((3,), "float32"))
#|                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| inputs_of_kernels_are_known.py:6:11: note: parameter 0 of 'g' is 'A'
#|         def g(A: T.Buffer((3,), "float32"), B: T.Buffer((3,), "float32")):
#|               ^
#| inputs_of_kernels_are_known.py:19:16: error: input 0 is R.Tensor((3,)), but 'g' takes R.Tensor((3,), "float32") [E0402]
#|             return R.call_tir(Module.g, (x,), R.Tensor((3,), "float32"))
#|                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| inputs_of_kernels_are_known.py:6:11: note: parameter 0 of 'g' is 'A'
#|         def g(A: T.Buffer((3,), "float32"), B: T.Buffer((3,), "float32")):
#|               ^
