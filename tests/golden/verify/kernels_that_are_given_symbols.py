# test: fails check
# The rank of tir_vars counts, their values are known or not.
@I.ir_module
class Module:
    @T.prim_func
    def fill(a: T.Buffer((4,), "float32"), var_b: T.handle, n: T.int64):
        b = T.match_buffer(var_b, (n,), "float32")
        for i in range(n):
            b[i] = a[0]

    @T.prim_func
    def copy(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32"), n: T.int64):
        for i in range(4):
            b[i] = a[i]

    outside = R.ExternFunc("outside")

    @R.function
    def main(x: R.Tensor((4,), "float32"), any: R.Shape, one: R.Shape(ndim=1), three: R.Shape(ndim=3), known: R.Shape(["m"])):
        m = T.int64()
        cls = Module
        a = R.call_tir(cls.copy, (x,), out_sinfo=R.Tensor((4,), "float32"), tir_vars=one)
        b = R.call_tir(cls.fill, (x,), out_sinfo=R.Tensor((m,), "float32"), tir_vars=known)
        c = R.call_tir(cls.copy, (x,), out_sinfo=R.Tensor((4,), "float32"), tir_vars=any)
        d = R.call_tir(cls.copy, (x,), out_sinfo=R.Tensor((4,), "float32"), tir_vars=three)
        e = R.call_tir(cls.copy, (x,), out_sinfo=R.Tensor((4,), "int32"), tir_vars=one)
        f = R.call_tir(cls.outside, (x,), out_sinfo=R.Tensor((4,), "float32"))
        return (a, b)

#| kernels_that_are_given_symbols.py:24:13: error: tir_vars must be a shape of known rank, found R.Shape(ndim=-1) [E0501]
#|             c = R.call_tir(cls.copy, (x,), out_sinfo=R.Tensor((4,), "float32"), tir_vars=any)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| kernels_that_are_given_symbols.py:25:13: error: 'copy' takes 3 arguments, the call gives 5 inputs and outputs [E0501]
#|             d = R.call_tir(cls.copy, (x,), out_sinfo=R.Tensor((4,), "float32"), tir_vars=three)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| kernels_that_are_given_symbols.py:12:9: note: 'copy' is defined here
#|         def copy(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32"), n: T.int64):
#|             ^~~~
#| kernels_that_are_given_symbols.py:26:13: error: out_sinfo is R.Tensor((4,), "int32"), but 'copy' gives R.Tensor((4,), "float32") [E0402]
#|             e = R.call_tir(cls.copy, (x,), out_sinfo=R.Tensor((4,), "int32"), tir_vars=one)
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| kernels_that_are_given_symbols.py:12:44: note: parameter 1 of 'copy' is 'b'
#|         def copy(a: T.Buffer((4,), "float32"), b: T.Buffer((4,), "float32"), n: T.int64):
#|                                                ^
#| kernels_that_are_given_symbols.py:27:13: error: the parameters of 'outside' are not known [E0501]
#|             f = R.call_tir(cls.outside, (x,), out_sinfo=R.Tensor((4,), "float32"))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| kernels_that_are_given_symbols.py:16:5: note: 'outside' is defined here
#|         outside = R.ExternFunc("outside")
#|         ^~~~~~~
