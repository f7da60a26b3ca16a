# test: fails check
# A declaration gives a symbol no value; the note stands there.
@R.function
def main(x: R.Tensor((2,), "float32")):
    m, k = T.int64(), T.int64()
    y = R.zeros((m,), "float32")
    with R.dataflow():
        z = R.zeros((k, m), "float32")
        R.output(z)
    return y

#| undefined_symbol_is_declared.py:6:17: error: symbol 'm' is used but nothing defines it: no parameter and no match_cast before [E0407]
#|         y = R.zeros((m,), "float32")
#|                     ^~~~
#| undefined_symbol_is_declared.py:5:5: note: it is declared here, which gives it no value
#|         m, k = T.int64(), T.int64()
#|         ^
#| undefined_symbol_is_declared.py:8:21: error: symbol 'k' is used but nothing defines it: no parameter and no match_cast before [E0407]
#|             z = R.zeros((k, m), "float32")
#|                         ^~~~~~
#| undefined_symbol_is_declared.py:5:8: note: it is declared here, which gives it no value
#|         m, k = T.int64(), T.int64()
#|            ^
