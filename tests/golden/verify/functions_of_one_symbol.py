# test: check
# Who links a module finds one function of a name.
@I.ir_module
class Module:
    @T.prim_func
    def first(A: T.Buffer((4,), "float32")):
        T.func_attr({"global_symbol": "kernel"})
        A[0] = T.float32(1)

    @T.prim_func
    def second(A: T.Buffer((4,), "float32")):
        T.func_attr({"global_symbol": "kernel"})
        A[0] = T.float32(2)

    @T.prim_func
    def third(A: T.Buffer((4,), "float32")):
        T.func_attr({"global_symbol": "main"})
        A[0] = T.float32(3)

    @T.prim_func(private=True)
    def fourth(A: T.Buffer((4,), "float32")):
        A[0] = T.float32(4)

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        return x

#| functions_of_one_symbol.py:11:9: warning: function 'second' has the global_symbol 'kernel', which is that of 'first' [W0210]
#|         def second(A: T.Buffer((4,), "float32")):
#|             ^~~~~~
#| functions_of_one_symbol.py:6:9: note: it is defined here
#|         def first(A: T.Buffer((4,), "float32")):
#|             ^~~~~
#| functions_of_one_symbol.py:25:9: warning: function 'main' has the global_symbol 'main', which is that of 'third' [W0210]
#|         def main(x: R.Tensor((4,), "float32")):
#|             ^~~~
#| functions_of_one_symbol.py:16:9: note: it is defined here
#|         def third(A: T.Buffer((4,), "float32")):
#|             ^~~~~
