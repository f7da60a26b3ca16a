# test: rules check
# A rule with two results is tried.
@R.rewriter
class TwoResults:
    @R.function
    def pattern(x: R.Tensor((2, 3), "float32")):
        y = R.exp(x)
        return R.multiply(y, y), R.negative(y)

    @R.function
    def replacement(x: R.Tensor((2, 3), "float32")):
        y = R.exp(x)
        return R.exp(R.add(x, x)), R.negative(y)

#| TwoResults: 64 programs compute the same before and after
