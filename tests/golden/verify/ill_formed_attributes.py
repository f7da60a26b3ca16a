# test: fails check
# Attributes that contradict the function; both functions are reported.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2,), "float32")):
        R.func_attr({"global_symbol": "other"})
        return x

    @R.function(pure=False)
    def f(x: R.Tensor((2,), "float32")):
        R.func_attr({"relax.force_pure": True})
        return x

#| ill_formed_attributes.py:6:9: error: attribute 'global_symbol' is 'other', but the function is called 'main' [E0501]
#|         def main(x: R.Tensor((2,), "float32")):
#|             ^~~~
#| ill_formed_attributes.py:11:9: error: attribute 'relax.force_pure' on a function that is declared impure [E0501]
#|         def f(x: R.Tensor((2,), "float32")):
#|             ^
