# test: fails check
# What a function returns for these arguments is looked at as what an operator returns is.
@I.ir_module
class Module:
    @R.function
    def cut(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n - 3",), "float32"):
        n = T.int64()
        y = R.strided_slice(x, [0], [3], [n], assume_inbound=True)
        z = R.match_cast(y, R.Tensor((n - 3,), "float32"))
        return z

    @R.function
    def main(x: R.Tensor((5,), "float32"), y: R.Tensor((1,), "float32")):
        cls = Module
        a = cls.cut(x)
        b = cls.cut(y)
        return a

#| dims_that_a_call_makes_negative.py:16:13: error: dim 0 of the result would be -2 [E0403]
#|             b = cls.cut(y)
#|                 ^~~~~~~~~~
#| dims_that_a_call_makes_negative.py:6:9: note: 'cut' is defined here
#|         def cut(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n - 3",), "float32"):
#|             ^~~
