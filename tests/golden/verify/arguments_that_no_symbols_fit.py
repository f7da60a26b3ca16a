# test: fails check
# The first argument says what n is; then n + 1 is a number, or a dim of the caller.
@I.ir_module
class Module:
    @R.function
    def f(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n + 1",), "float32")) -> R.Tensor(("n",), "float32"):
        n = T.int64()
        return x

    @R.function
    def main(a: R.Tensor((3,), "float32"), b: R.Tensor((5,), "float32"), c: R.Tensor(("n",), "float32")):
        n = T.int64()
        cls = Module
        u = cls.f(a, b)
        v = cls.f(c, c)
        return u, v

#| arguments_that_no_symbols_fit.py:14:22: error: argument 2 must be R.Tensor((n + 1,), "float32"), which is R.Tensor((4,), "float32") here, found R.Tensor((5,), "float32") [E0402]
#|             u = cls.f(a, b)
#|                          ^
#| arguments_that_no_symbols_fit.py:6:9: note: 'f' is defined here
#|         def f(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n + 1",), "float32")) -> R.Tensor(("n",), "float32"):
#|             ^
#| arguments_that_no_symbols_fit.py:15:22: error: argument 2 must be R.Tensor((n + 1,), "float32"), found R.Tensor((n,), "float32") [E0402]
#|             v = cls.f(c, c)
#|                          ^
#| arguments_that_no_symbols_fit.py:6:9: note: 'f' is defined here
#|         def f(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n + 1",), "float32")) -> R.Tensor(("n",), "float32"):
#|             ^
