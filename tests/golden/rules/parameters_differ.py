# test: fails rules list
# Pattern and replacement take the same parameters.
@R.rewriter
class DoubleIsSum:
    @R.function
    def pattern(x: R.Tensor(("n",), "float32")):
        z = R.multiply(x, R.const(2, "float32"))
        return z

    @R.function
    def replacement(y: R.Tensor(("n", 2), "float32")):
        z = R.add(y, y)
        return z

#| parameters_differ.py:11:21: error: the parameter 'y' is R.Tensor((n, 2), "float32"), in the pattern it is R.Tensor((n,), "float32") [E0603]
#|         def replacement(y: R.Tensor(("n", 2), "float32")):
#|                         ^
#| parameters_differ.py:6:17: note: the pattern's parameter
#|         def pattern(x: R.Tensor(("n",), "float32")):
#|                     ^
