# test: fails check
# A decorator that is nearly one of the language is named; what it stands before is read no further.
@I.ir_modul
class Module:
    @R.functon
    def f(x: R.Tensor((2,), "float32")):
        return x

    @R.function(puer=False)
    def g(x: R.Tensor((2,), "float32")):
        return x

    @T.primfunc
    def h(x: T.handle):
        pass

    @R.function
    def main(x: R.Tensor((2,), "float32")):
        cls = Module
        y = cls.f(x)
        return y

#| misspelt_decorators.py:3:2: error: 'I.ir_modul' is not known here; did you mean 'I.ir_module'? [E0106]
#|     @I.ir_modul
#|      ^~~~~~~~~~
#| misspelt_decorators.py:5:6: error: only @R.function and @T.prim_func are part of the language; did you mean 'R.function'? [E0106]
#|         @R.functon
#|          ^~~~~~~~~
#| misspelt_decorators.py:9:17: error: the decorator takes pure, private and check_well_formed; did you mean 'pure'? [E0106]
#|         @R.function(puer=False)
#|                     ^~~~
#| misspelt_decorators.py:13:6: error: only @R.function and @T.prim_func are part of the language; did you mean 'T.prim_func'? [E0106]
#|         @T.primfunc
#|          ^~~~~~~~~~
