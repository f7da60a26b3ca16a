# test: fails run --compare=eval --input=x=3xf32=ones --input=y=4xf32=ones
# test: fails run --engine=eval --input=x=3xf32=ones --input=y=4xf32=ones
# Two dims that check cannot compare: both executors say the same.
@I.ir_module
class Module:
    @R.function
    def f(x: R.Tensor(("n",), "float32"), y: R.Tensor(("m",), "float32")) -> R.Tensor(("n",), "float32"):
        n = T.int64()
        m = T.int64()
        z = R.exp(y)
        return z

    @R.function
    def main(x: R.Tensor(("n",), "float32"), y: R.Tensor(("m",), "float32")):
        n = T.int64()
        m = T.int64()
        cls = Module
        z = cls.f(x, y)
        w = R.add(z, x)
        return w

#| $ fails run --compare=eval --input=x=3xf32=ones --input=y=4xf32=ones
#| a_result_is_checked_when_it_is_there.py:10:13: error: the result of 'f': dim 0 is 4, expected n = 3 [E0701]
#|             z = R.exp(y)
#|                 ^~~~~~~~
#| a_result_is_checked_when_it_is_there.py:7:9: note: it is declared here
#|         def f(x: R.Tensor(("n",), "float32"), y: R.Tensor(("m",), "float32")) -> R.Tensor(("n",), "float32"):
#|             ^
#| $ fails run --engine=eval --input=x=3xf32=ones --input=y=4xf32=ones
#| a_result_is_checked_when_it_is_there.py:10:13: error: the result of 'f': dim 0 is 4, expected n = 3 [E0701]
#|             z = R.exp(y)
#|                 ^~~~~~~~
#| a_result_is_checked_when_it_is_there.py:7:9: note: it is declared here
#|         def f(x: R.Tensor(("n",), "float32"), y: R.Tensor(("m",), "float32")) -> R.Tensor(("n",), "float32"):
#|             ^
