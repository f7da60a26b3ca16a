# test: fails check
# Independent mistakes get a message each, and nothing else is said.
@I.ir_module
class Module:
    I.module_atrs({"a": 1})

    @R.function
    def f(x: R.Tensor(("n", 4), "float32"), c: R.Tensor((), "bool")):
        if c:
            y = R.add(x, x)
        else:
            z = R.add(x, x)
        return z

    @R.function
    def g(x: R.Tensor((2, 4), "float32")):
        with R.dataflow():
            R.print(x)
            a = R.add(x, x)
            R.output(b)
        return a

    @R.function
    def f(x: R.Tensor((2,), "float32")):
        return x

    @R.function
    def h(x: R.Tensor((2,), "float32")):
        k = T.int64()
        y = R.reshape(x, R.shape([k]))
        y2 = cls.f(x)
        z = Module.nope(x)
        t = (x, y)
        u = t[2]
        return u

    @R.function
    def i(x: R.Tensor((2,), "float32"))
        return x

    @R.function
    def j(x: R.Tensor((2,), "float32")):
        y = R.add(x, 1)

#| ten_mistakes_of_structure.py:5:5: error: 'I.module_atrs' cannot stand in a module; did you mean 'I.module_attrs'? [E0106]
#|         I.module_atrs({"a": 1})
#|         ^~~~~~~~~~~~~
#| ten_mistakes_of_structure.py:12:13: error: the branches end with different variables: 'y' and 'z' [E0503]
#|                 z = R.add(x, x)
#|                 ^~~~~~~~~~~~~~~
#| ten_mistakes_of_structure.py:10:13: note: the first ends here
#|                 y = R.add(x, x)
#|                 ^~~~~~~~~~~~~~~
#| ten_mistakes_of_structure.py:18:13: error: R.print is impure, but a dataflow block is pure [E0502]
#|                 R.print(x)
#|                 ^~~~~~~~~~
#| ten_mistakes_of_structure.py:20:22: error: 'b' is not defined [E0201]
#|                 R.output(b)
#|                          ^
#| ten_mistakes_of_structure.py:24:9: error: the module has a function 'f' already [E0202]
#|         def f(x: R.Tensor((2,), "float32")):
#|             ^
#| ten_mistakes_of_structure.py:8:9: note: it is defined here
#|         def f(x: R.Tensor(("n", 4), "float32"), c: R.Tensor((), "bool")):
#|             ^
#| ten_mistakes_of_structure.py:30:26: error: symbol 'k' is used but nothing defines it: no parameter and no match_cast before [E0407]
#|             y = R.reshape(x, R.shape([k]))
#|                              ^~~~~~~~~~~~
#| ten_mistakes_of_structure.py:29:9: note: it is declared here, which gives it no value
#|             k = T.int64()
#|             ^
#| ten_mistakes_of_structure.py:31:14: error: 'cls' is not defined; `cls = Module` is missing before it [E0201]
#|             y2 = cls.f(x)
#|                  ^~~
#| ten_mistakes_of_structure.py:32:13: error: the module has no function 'nope' [E0204]
#|             z = Module.nope(x)
#|                 ^~~~~~~~~~~
#| ten_mistakes_of_structure.py:34:15: error: the index is out of range: the tuple has 2 fields [E0316]
#|             u = t[2]
#|                   ^
#| ten_mistakes_of_structure.py:38:40: error: expected ':', found the end of the line [E0105]
#|         def i(x: R.Tensor((2,), "float32"))
#|                                            ^
#| ten_mistakes_of_structure.py:43:22: error: an integer is not an expression; a number is written R.const(value, dtype) where a tensor is expected [E0305]
#|             y = R.add(x, 1)
#|                          ^
