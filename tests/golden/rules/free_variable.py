# test: fails rules list
# The replacement uses what the pattern does not match.
@R.rewriter
class Free:
    @R.function
    def pattern(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
        z = R.exp(x)
        return z

    @R.function
    def replacement(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
        z = R.add(x, y)
        return z

#| free_variable.py:11:53: error: the replacement uses 'y', which the pattern's result does not mention [E0603]
#|         def replacement(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
#|                                                         ^
#| free_variable.py:6:49: note: the pattern's parameter
#|         def pattern(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
#|                                                     ^
