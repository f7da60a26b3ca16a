# test: fails check
# Symbols are int64, so a kernel that takes one as an int32 cannot be given it.
@I.ir_module
class Module:
    @T.prim_func
    def scale(a: T.handle, b: T.handle, k: T.int32):
        n = T.int64()
        A = T.match_buffer(a, (n,))
        B = T.match_buffer(b, (n,))
        for i in range(n):
            B[i] = A[i] * T.Cast("float32", k)

    @R.function
    def main(x: R.Tensor(("n",), "float32")):
        n = T.int64()
        cls = Module
        y = R.call_tir(cls.scale, (x,), out_sinfo=R.Tensor((n,), "float32"), tir_vars=R.shape([n]))
        return y

#| scalars_of_kernels_have_their_dtypes.py:17:13: error: tir_vars 0 is R.Prim(value=n), but 'scale' takes R.Prim("int32") [E0402]
#|             y = R.call_tir(cls.scale, (x,), out_sinfo=R.Tensor((n,), "float32"), tir_vars=R.shape([n]))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| scalars_of_kernels_have_their_dtypes.py:6:41: note: parameter 2 of 'scale' is 'k'
#|         def scale(a: T.handle, b: T.handle, k: T.int32):
#|                                             ^
