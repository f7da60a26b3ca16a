# test: fails run --engine=eval --fill=ones --dim=n=2
# Symbols are bound by the first dim that is one, also of a later argument; every other dim must be what they say.
@I.ir_module
class Module:
    @T.prim_func
    def f(a: T.handle, b: T.handle):
        n, m = T.int64(), T.int64()
        A = T.match_buffer(a, (n, m * 2))
        B = T.match_buffer(b, (m, n + 1))
        for i, j in T.grid(m, n + 1):
            B[i, j] = A[j // 2, i]

    @R.function(pure=False)
    def main(x: R.Tensor(("n", 6), "float32"), y: R.Tensor((3, 4), "float32")):
        cls = Module
        _: R.Tuple = cls.f(x, y)
        return y

#| a_kernel_whose_arguments_do_not_fit.py:16:22: error: argument 'B' of 'f': dim 1 is 4, expected 3 [E0701]
#|             _: R.Tuple = cls.f(x, y)
#|                          ^~~~~~~~~~~
#| a_kernel_whose_arguments_do_not_fit.py:6:9: note: it is declared here
#|         def f(a: T.handle, b: T.handle):
#|             ^
