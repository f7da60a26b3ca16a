# test: fails check
# TVM accepts all of these and computes something else, or crashes.
@I.ir_module
class Module:
    @R.function
    def longer(x: R.Tensor((3,), "float32")) -> R.Tensor((4703,), "float32"):
        y = R.add(x, x)
        return y

    @R.function(private=True)
    def another_dtype(x: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float64"):
        y = R.add(x, x)
        return y

    @R.function
    def another_rank(x: R.Tensor(("n", 3), "float32")) -> R.Tensor(ndim=1):
        n = T.int64()
        return x

    @R.function
    def one_more(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n + 1",), "float32"):
        n = T.int64()
        y = R.exp(x)
        return y

    @R.function
    def three_fields(x: R.Tensor((3,), "float32")) -> R.Tuple(R.Tensor((3,), "float32"), R.Tensor((3,), "float32"), R.Object):
        return (x, x)

    @R.function
    def one_branch(c: R.Tensor((), "bool"), x: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
        if c:
            y = R.exp(x)
        else:
            y = R.concat((x, x), axis=0)
        return y

    @R.function
    def a_local_one(x: R.Tensor((3,), "float32")):
        @R.function
        def inner(a: R.Tensor((3,), "float32")) -> R.Tensor((4000000,), "float32"):
            b = R.add(a, a)
            return b

        y = inner(x)
        z = R.add(y, R.const(1.0, "float32"))
        return z

#| a_result_that_contradicts_what_is_declared.py:6:9: error: 'longer' is declared to return R.Tensor((4703,), "float32"), but returns R.Tensor((3,), "float32") [E0402]
#|         def longer(x: R.Tensor((3,), "float32")) -> R.Tensor((4703,), "float32"):
#|             ^~~~~~
#| a_result_that_contradicts_what_is_declared.py:7:13: note: 'y' is R.Tensor((3,), "float32")
#|             y = R.add(x, x)
#|                 ^~~~~~~~~~~
#| a_result_that_contradicts_what_is_declared.py:11:9: error: 'another_dtype' is declared to return R.Tensor((3,), "float64"), but returns R.Tensor((3,), "float32") [E0402]
#|         def another_dtype(x: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float64"):
#|             ^~~~~~~~~~~~~
#| a_result_that_contradicts_what_is_declared.py:12:13: note: 'y' is R.Tensor((3,), "float32")
#|             y = R.add(x, x)
#|                 ^~~~~~~~~~~
#| a_result_that_contradicts_what_is_declared.py:16:9: error: 'another_rank' is declared to return R.Tensor(ndim=1), but returns R.Tensor((n, 3), "float32") [E0402]
#|         def another_rank(x: R.Tensor(("n", 3), "float32")) -> R.Tensor(ndim=1):
#|             ^~~~~~~~~~~~
#| a_result_that_contradicts_what_is_declared.py:16:22: note: 'x' is R.Tensor((n, 3), "float32")
#|         def another_rank(x: R.Tensor(("n", 3), "float32")) -> R.Tensor(ndim=1):
#|                          ^
#| a_result_that_contradicts_what_is_declared.py:21:9: error: 'one_more' is declared to return R.Tensor((n + 1,), "float32"), but returns R.Tensor((n,), "float32") [E0402]
#|         def one_more(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n + 1",), "float32"):
#|             ^~~~~~~~
#| a_result_that_contradicts_what_is_declared.py:23:13: note: 'y' is R.Tensor((n,), "float32")
#|             y = R.exp(x)
#|                 ^~~~~~~~
#| a_result_that_contradicts_what_is_declared.py:27:9: error: 'three_fields' is declared to return R.Tuple(R.Tensor((3,), "float32"), R.Tensor((3,), "float32"), R.Object), but returns R.Tuple(R.Tensor((3,), "float32"), R.Tensor((3,), "float32")) [E0402]
#|         def three_fields(x: R.Tensor((3,), "float32")) -> R.Tuple(R.Tensor((3,), "float32"), R.Tensor((3,), "float32"), R.Object):
#|             ^~~~~~~~~~~~
#| a_result_that_contradicts_what_is_declared.py:28:16: note: the returned value is R.Tuple(R.Tensor((3,), "float32"), R.Tensor((3,), "float32"))
#|             return (x, x)
#|                    ^~~~~~
#| a_result_that_contradicts_what_is_declared.py:31:9: error: 'one_branch' is declared to return R.Tensor((3,), "float32"), but returns R.Tensor((6,), "float32") [E0402]
#|         def one_branch(c: R.Tensor((), "bool"), x: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
#|             ^~~~~~~~~~
#| a_result_that_contradicts_what_is_declared.py:35:17: note: 'y_else' is R.Tensor((6,), "float32")
#|                 y = R.concat((x, x), axis=0)
#|                     ^~~~~~~~~~~~~~~~~~~~~~~~
#| a_result_that_contradicts_what_is_declared.py:41:13: error: local function 'inner' is declared to return R.Tensor((4000000,), "float32"), but returns R.Tensor((3,), "float32") [E0402]
#|             def inner(a: R.Tensor((3,), "float32")) -> R.Tensor((4000000,), "float32"):
#|                 ^~~~~
#| a_result_that_contradicts_what_is_declared.py:42:17: note: 'b' is R.Tensor((3,), "float32")
#|                 b = R.add(a, a)
#|                     ^~~~~~~~~~~
