# test: fails check
# What is impure is named; the notes stand at the functions.
@I.ir_module
class Module:
    @R.function(pure=False)
    def shows(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
        R.print(x, format="{}")
        return x

    @R.function
    def main(x: R.Tensor((4,), "float32")):
        cls = Module
        y = cls.shows(x)
        z = R.call_packed("f", x, sinfo_args=R.Tensor((4,), "float32"))
        with R.dataflow():
            w = cls.shows(x)
            R.output(w)
        return w

    @R.function
    def wrong_call(x: R.Tensor((5,), "float32")):
        cls = Module
        a = cls.shows(x)
        b = cls.shows(x, x)
        return x

#| impure_calls.py:13:13: error: 'shows' is impure, but the function is declared pure [E0502]
#|             y = cls.shows(x)
#|                 ^~~~~~~~~~~~
#| impure_calls.py:6:9: note: 'shows' is defined here
#|         def shows(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
#|             ^~~~~
#| impure_calls.py:11:9: note: declared here; an impure function says @R.function(pure=False)
#|         def main(x: R.Tensor((4,), "float32")):
#|             ^~~~
#| impure_calls.py:14:13: error: the external function 'f' is impure, but the function is declared pure [E0502]
#|             z = R.call_packed("f", x, sinfo_args=R.Tensor((4,), "float32"))
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| impure_calls.py:11:9: note: declared here; an impure function says @R.function(pure=False)
#|         def main(x: R.Tensor((4,), "float32")):
#|             ^~~~
#| impure_calls.py:16:17: error: 'shows' is impure, but a dataflow block is pure [E0502]
#|                 w = cls.shows(x)
#|                     ^~~~~~~~~~~~
#| impure_calls.py:6:9: note: 'shows' is defined here
#|         def shows(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
#|             ^~~~~
#| impure_calls.py:23:23: error: argument 1 must be R.Tensor((4,), "float32"), found R.Tensor((5,), "float32") [E0402]
#|             a = cls.shows(x)
#|                           ^
#| impure_calls.py:6:9: note: 'shows' is defined here
#|         def shows(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
#|             ^~~~~
#| impure_calls.py:24:13: error: the function takes 1 argument, found 2 [E0303]
#|             b = cls.shows(x, x)
#|                 ^~~~~~~~~~~~~~~
#| impure_calls.py:6:9: note: 'shows' is defined here
#|         def shows(x: R.Tensor((4,), "float32")) -> R.Tensor((4,), "float32"):
#|             ^~~~~
