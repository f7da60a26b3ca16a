# test: fails rules check
# A rule that changes what is computed is refused.
@R.rewriter
class SubtractionIsCommutative:
    @R.function
    def pattern(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
        z = R.subtract(x, y)
        return z

    @R.function
    def replacement(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
        z = R.subtract(y, x)
        return z

#| SubtractionIsCommutative: wrong
#| wrong_rule.py:4:7: error: rule 'SubtractionIsCommutative' changes the result: result[0] is 0.409498215 before, -0.409498215 now; with x0: (1,) float32, x1: (1,) float32 (program and arguments of seed 0) [E0605]
#|     class SubtractionIsCommutative:
#|           ^~~~~~~~~~~~~~~~~~~~~~~~
#| wrong_rule.py:6:17: note: the numbers agree when 'x' and 'y' are exchanged in the replacement
#|         def pattern(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
#|                     ^
#| wrong_rule.py:6:49: note: 'y' is this
#|         def pattern(x: R.Tensor(("n",), "float32"), y: R.Tensor(("n",), "float32")):
#|                                                     ^
