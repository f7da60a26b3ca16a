# test: fails rules list
# A name that the replacement does not have.
@R.rewriter
class DoubleIsSum:
    @R.function
    def pattern(x: R.Tensor(("n",), "float32")):
        z = R.multiply(x, R.const(2, "float32"))
        return z

    @R.function
    def replacement(x: R.Tensor(("n",), "float32")):
        z = R.add(x, y)
        return z

#| undefined_in_replacement.py:12:22: error: 'y' is not defined [E0201]
#|             z = R.add(x, y)
#|                          ^
