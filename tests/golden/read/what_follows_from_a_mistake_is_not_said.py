# test: fails check
# A parameter whose annotation is wrong still declares its dims; a branch that ends with a bad value may have ended otherwise.
@I.ir_module
class Module:
    @R.function
    def f(x: R.Tensor((2,), "float32")) -> R.Tensor((2,), "float32"):
        return x

    @R.function
    def main(x: R.Tensor((2,), "flaot32"), c: R.Tensor((), "bool")):
        cls = Module
        if c:
            t = R.const(1, "float32")
            r = cls.f(x)
        else:
            r = R.zeros((2,), "float32")
        return r

    @R.function
    def dims(x: R.Tenser(("n",), "float32")) -> R.Tensor(("n",), "float32"):
        return x

    @R.function
    def negative(g: R.Tensor((-1, 3), "float32"), s: R.Shape([2 - 3])):
        return g

#| what_follows_from_a_mistake_is_not_said.py:10:32: error: there is no dtype 'flaot32'; did you mean 'float32'? [E0406]
#|         def main(x: R.Tensor((2,), "flaot32"), c: R.Tensor((), "bool")):
#|                                    ^~~~~~~~~
#| what_follows_from_a_mistake_is_not_said.py:20:17: error: 'R.Tenser' is no operator or intrinsic; did you mean 'R.Tensor'? [E0203]
#|         def dims(x: R.Tenser(("n",), "float32")) -> R.Tensor(("n",), "float32"):
#|                     ^~~~~~~~
#| what_follows_from_a_mistake_is_not_said.py:24:31: error: a dim cannot be -1 [E0401]
#|         def negative(g: R.Tensor((-1, 3), "float32"), s: R.Shape([2 - 3])):
#|                                   ^~
#| what_follows_from_a_mistake_is_not_said.py:24:63: error: a dim cannot be -1 [E0401]
#|         def negative(g: R.Tensor((-1, 3), "float32"), s: R.Shape([2 - 3])):
#|                                                                   ^~~~~
