# test: fails check
# Statements of functions; nothing is said about what they would have brought.
@I.ir_module
class Module:
    @R.function
    def first(x: R.Tensor((2,), "float32")):
        with R.dataflw():
            y = R.add(x, x)
            R.output(y)
        return y

    @R.function
    def second(x: R.Tensor((2,), "float32")):
        R.func_atr({"a": 1})
        with R.dataflow():
            y = R.add(x, x)
            R.outputs(y)
        return y

    @R.function(pure=False)
    def third(x: R.Tensor((2,), "float32")):
        y = first(x)
        z = R.call_packed("f", x, sinfo_arg=R.Object)
        w = R.call_pure_packed("f", x, sinfo_arg=R.Object)
        v = R.einsum((x,), subscript="i->")
        return x

#| misspelt_statements.py:7:14: error: only `with R.dataflow():` is part of Relax functions; did you mean 'R.dataflow'? [E0106]
#|             with R.dataflw():
#|                  ^~~~~~~~~~~
#| misspelt_statements.py:14:9: error: 'R.func_atr' is no operator or intrinsic; did you mean 'R.func_attr'? [E0203]
#|             R.func_atr({"a": 1})
#|             ^~~~~~~~~~
#| misspelt_statements.py:17:13: error: 'R.outputs' is no operator or intrinsic; did you mean 'R.output'? [E0203]
#|                 R.outputs(y)
#|                 ^~~~~~~~~
#| misspelt_statements.py:22:13: error: 'first' is not defined; did you mean 'Module.first'? [E0201]
#|             y = first(x)
#|                 ^~~~~
#| misspelt_statements.py:23:35: error: 'sinfo_arg' would be an attribute of the call; did you mean 'sinfo_args'? [E0301]
#|             z = R.call_packed("f", x, sinfo_arg=R.Object)
#|                                       ^~~~~~~~~
#| misspelt_statements.py:24:40: error: R.call_pure_packed has no parameter 'sinfo_arg'; did you mean 'sinfo_args'? [E0301]
#|             w = R.call_pure_packed("f", x, sinfo_arg=R.Object)
#|                                            ^~~~~~~~~
#| misspelt_statements.py:25:28: error: R.einsum has no parameter 'subscript'; did you mean 'subscripts'? [E0301]
#|             v = R.einsum((x,), subscript="i->")
#|                                ^~~~~~~~~
