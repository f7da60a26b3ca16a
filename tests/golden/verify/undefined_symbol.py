# test: fails check
# A dim that is declared, but that no parameter and no match_cast defines.
@R.function
def main(x: R.Tensor(ndim=1, dtype="float32")):
    n = T.int64()
    y = R.zeros(R.shape([n]), "float32")
    return y

#| undefined_symbol.py:6:17: error: symbol 'n' is used but nothing defines it: no parameter and no match_cast before [E0407]
#|         y = R.zeros(R.shape([n]), "float32")
#|                     ^~~~~~~~~~~~
#| undefined_symbol.py:5:5: note: it is declared here, which gives it no value
#|         n = T.int64()
#|         ^
