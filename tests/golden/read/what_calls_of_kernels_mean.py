# test: fails check
# Names of other versions and of the module are told where they were meant.
@I.ir_module
class Module:
    @T.prim_func
    def add(A: T.Buffer((4,), "float32"), B: T.Buffer((4,), "float32")):
        for i in range(4):
            B[i] = A[i] + A[i]

    @R.function
    def first(x: R.Tensor((4,), "float32")):
        y = R.call_tir(cls.add, (x,), out_sinfo=R.Tensor((4,), "float32"))
        return y

    @R.function
    def second(x: R.Tensor((4,), "float32")):
        cls = Module
        y = R.call_tir(add, (x,), out_sinfo=R.Tensor((4,), "float32"))
        z = R.match_shape(y, (4,))
        return z

#| what_calls_of_kernels_mean.py:12:24: error: 'cls' is not defined; `cls = Module` is missing before it [E0201]
#|             y = R.call_tir(cls.add, (x,), out_sinfo=R.Tensor((4,), "float32"))
#|                            ^~~
#| what_calls_of_kernels_mean.py:18:24: error: 'add' is not defined; did you mean 'cls.add'? [E0201]
#|             y = R.call_tir(add, (x,), out_sinfo=R.Tensor((4,), "float32"))
#|                            ^~~
#| what_calls_of_kernels_mean.py:19:13: error: 'R.match_shape' is no operator or intrinsic; did you mean 'R.match_cast'? [E0203]
#|             z = R.match_shape(y, (4,))
#|                 ^~~~~~~~~~~~~
