# test: fails run --engine=eval --input=x=ones --dim=n=2 --input=y=6x3xf32=ones
# test: fails run --input=x=ones --dim=n=2 --input=y=6x3xf32=ones
# What the types leave open is looked at when the kernel is called.
@I.ir_module
class Module:
    @T.prim_func
    def f(a: T.handle, b: T.handle, c: T.handle):
        n, m = T.int64(), T.int64()
        A = T.match_buffer(a, (n, m))
        B = T.match_buffer(b, (m, n))
        C = T.match_buffer(c, (n,))
        for i, j in T.grid(n, m):
            C[i] = C[i] + A[i, j] * B[j, i]

    @R.function
    def main(x: R.Tensor(("n", 6), "float32"), y: R.Tensor(("p", "q"), "float32")):
        n = T.int64()
        cls = Module
        gv = R.call_tir(cls.f, (x, y), out_sinfo=R.Tensor((n,), "float32"))
        return gv

#| $ fails run --engine=eval --input=x=ones --dim=n=2 --input=y=6x3xf32=ones
#| shapes_that_a_called_kernel_does_not_take.py:19:14: error: argument 'B' of 'f': dim 1 is 3, expected 2 [E0701]
#|             gv = R.call_tir(cls.f, (x, y), out_sinfo=R.Tensor((n,), "float32"))
#|                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| shapes_that_a_called_kernel_does_not_take.py:7:9: note: it is declared here
#|         def f(a: T.handle, b: T.handle, c: T.handle):
#|             ^
#| $ fails run --input=x=ones --dim=n=2 --input=y=6x3xf32=ones
#| shapes_that_a_called_kernel_does_not_take.py:19:14: error: argument 'B' of 'f': dim 1 is 3, expected 2 [E0701]
#|             gv = R.call_tir(cls.f, (x, y), out_sinfo=R.Tensor((n,), "float32"))
#|                  ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| shapes_that_a_called_kernel_does_not_take.py:7:9: note: it is declared here
#|         def f(a: T.handle, b: T.handle, c: T.handle):
#|             ^
