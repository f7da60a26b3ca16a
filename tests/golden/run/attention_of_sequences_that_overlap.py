# test: fails run --engine=eval --fill=rand
# test: fails run --fill=rand
@R.function
def main(q: R.Tensor((1, 8, 1, 4), "float32"), m: R.Tensor((), "int32")):
    s = R.const([0, 5, 3, 8], "int32")
    return R.nn.attention_var_len(q, q, q, s, s, m, m)

#| $ fails run --engine=eval --fill=rand
#| attention_of_sequences_that_overlap.py:6:12: error: R.nn.attention_var_len: sequence starts are not increasing or lie outside the rows [E0701]
#|         return R.nn.attention_var_len(q, q, q, s, s, m, m)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| $ fails run --fill=rand
#| attention_of_sequences_that_overlap.py:6:12: error: R.nn.attention_var_len: sequence starts are not increasing or lie outside the rows [E0701]
#|         return R.nn.attention_var_len(q, q, q, s, s, m, m)
#|                ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
