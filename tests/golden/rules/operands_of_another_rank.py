# test: rules check --seed=13
# A wildcard may have another rank than the operator asks for: such a draw is no program.
q, k, v, bias = wildcard(), wildcard(), wildcard(), wildcard()

def negative_twice(orig, matchings):
    return R.negative(R.negative(orig))
main = rewrite_call(is_op("relax.nn.attention_bias")(q, k, v, bias), negative_twice, main)

#| negative_twice: 64 programs compute the same before and after
#| operands_of_another_rank.py:7:21: warning: rule 'negative_twice' matches R.nn.attention_bias whatever 'scale', 'causal_mask', 'window_size' are [W0103]
#|     main = rewrite_call(is_op("relax.nn.attention_bias")(q, k, v, bias), negative_twice, main)
#|                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
