# test: fails rules check --special-values
# Arguments that are no numbers are tried where they are asked for.
x, y = wildcard(), wildcard()

def not_less(orig, matchings):
    return R.greater_equal(matchings[x], matchings[y])
main = rewrite_call(is_op("relax.logical_not")(is_op("relax.less")(x, y)), not_less, main)

def no_difference(orig, matchings):
    return R.zeros_like(matchings[x])
main = rewrite_call(is_op("relax.subtract")(x, x), no_difference, main)

def twice_negative(orig, matchings):
    return matchings[x]
main = rewrite_call(is_op("relax.negative")(is_op("relax.negative")(x)), twice_negative, main)

#| not_less: wrong
#| no_difference: wrong
#| twice_negative: 64 programs compute the same before and after
#| special_values.py:7:8: error: rule 'not_less' changes the result: result[2, 1] is True before, False now; with x0: (4, 4) float32, x1: (4, 4) float32 (program and arguments of seed 14) [E0605]
#|     main = rewrite_call(is_op("relax.logical_not")(is_op("relax.less")(x, y)), not_less, main)
#|            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| special_values.py:11:8: error: rule 'no_difference' changes the result: result[2, 0] is nan before, 0 now; 2 of 16 elements differ; with x0: (4, 4) float32 (program and arguments of seed 14) [E0605]
#|     main = rewrite_call(is_op("relax.subtract")(x, x), no_difference, main)
#|            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
