# test: fails rules check
# A pattern asks for dtypes of casts; where no operator can have what it asks for, that is said.
x = wildcard()

def one_cast(orig, matchings):
    return R.astype(matchings[x], "float32")
inner = is_op("relax.astype")(x).has_attr({"dtype": "int8"})
main = rewrite_call(is_op("relax.astype")(inner).has_attr({"dtype": "float32"}), one_cast, main)

def no_cast(orig, matchings):
    return matchings[x]
main = rewrite_call(is_op("relax.astype")(x).has_attr({"dtype": "flaot32"}), no_cast, main)

#| one_cast: wrong
#| no_cast: not tried: it asks for a dtype that R.astype cannot have
#| dtypes_that_patterns_ask_for.py:8:8: error: rule 'one_cast' changes the result: result[0, 0, 0] is 1 before, 1.41871619 now; 6 of 8 elements differ; with x0: (2, 2, 2) float32 (program and arguments of seed 2) [E0605]
#|     main = rewrite_call(is_op("relax.astype")(inner).has_attr({"dtype": "float32"}), one_cast, main)
#|            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| hammock: error: dtypes_that_patterns_ask_for.py: a rule was not tried; --allow-untried takes that for fine
