# test: fails check
# At the top level of the body its name only declares it, as what it is.
@R.function
def main(x: R.Tensor(("m", "n", "k", "l", "o"), "int32")):
    m = 5
    n = T.int64(7)
    k, l = T.int64(is_size_var=True), T.int64()
    o = T.SizeVar("o", "int64")
    o = T.int64()
    return x

#| a_symbol_of_the_signature_is_nothing_else.py:5:5: error: 'm' is a symbolic dim of the signature; another value needs another name [E0202]
#|         m = 5
#|         ^
#| a_symbol_of_the_signature_is_nothing_else.py:4:23: note: the dim is here
#|     def main(x: R.Tensor(("m", "n", "k", "l", "o"), "int32")):
#|                           ^~~
#| a_symbol_of_the_signature_is_nothing_else.py:6:5: error: 'n' is a symbolic dim of the signature; another value needs another name [E0202]
#|         n = T.int64(7)
#|         ^
#| a_symbol_of_the_signature_is_nothing_else.py:4:28: note: the dim is here
#|     def main(x: R.Tensor(("m", "n", "k", "l", "o"), "int32")):
#|                                ^~~
#| a_symbol_of_the_signature_is_nothing_else.py:7:5: error: 'k' is no size variable: it is declared without is_size_var=True [E0202]
#|         k, l = T.int64(is_size_var=True), T.int64()
#|         ^
#| a_symbol_of_the_signature_is_nothing_else.py:4:33: note: it is declared here
#|     def main(x: R.Tensor(("m", "n", "k", "l", "o"), "int32")):
#|                                     ^~~
#| a_symbol_of_the_signature_is_nothing_else.py:9:5: error: 'o' is declared with is_size_var=True already [E0202]
#|         o = T.int64()
#|         ^
#| a_symbol_of_the_signature_is_nothing_else.py:8:5: note: it is declared here
#|         o = T.SizeVar("o", "int64")
#|         ^~~~~~~~~~~~~~~~~~~~~~~~~~~
