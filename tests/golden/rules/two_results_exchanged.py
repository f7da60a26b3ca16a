# test: fails rules check
# The results of a rule with two are told apart.
@R.rewriter
class Exchanged:
    @R.function
    def pattern(x: R.Tensor((2, 3), "float32")):
        return R.exp(x), R.negative(x)

    @R.function
    def replacement(x: R.Tensor((2, 3), "float32")):
        return R.negative(x), R.exp(x)

#| Exchanged: wrong
#| two_results_exchanged.py:4:7: error: rule 'Exchanged' changes the result: result[0][0, 0] is 0.205952421 before, 1.58011007 now; 6 of 6 elements differ; with x0: (2, 3) float32 (program and arguments of seed 0) [E0605]
#|     class Exchanged:
#|           ^~~~~~~~~
