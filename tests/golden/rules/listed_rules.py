# test: rules list
# What a script applies, step by step.
x = wildcard()

def double(orig, matchings):
    return R.multiply(matchings[x], R.const(2, "float32"))
main = rewrite_call(is_op("relax.add")(x, x), double, main)

@R.rewriter
class DoubleIsSum:
    @R.function
    def pattern(x: R.Tensor(("n",), "float32")):
        z = R.multiply(x, R.const(2, "float32"))
        return z

    @R.function
    def replacement(x: R.Tensor(("n",), "float32")):
        z = R.add(x, x)
        return z

#| listed_rules.py:7: double  step 1  R.add(x, x)
#| listed_rules.py:10: DoubleIsSum  step 2  R.multiply(_ of struct info R.Tensor((n,), "float32"), a certain constant)
