# test: fails check
# Of the symbols of an index map its variables are its own.
@R.function
def main(x: R.Tensor((2, "n"), "float32")):
    n, q = T.int64(), T.int64()
    y = R.layout_transform(x, index_map=lambda i, j: (i, j + T.min(n, 0)))
    z = R.layout_transform(y, index_map=lambda i, j: (i, j + T.min(q, 0)))
    return z

#| undefined_symbol_in_an_index_map.py:7:9: error: symbol 'q' is used but nothing defines it: no parameter and no match_cast before [E0407]
#|         z = R.layout_transform(y, index_map=lambda i, j: (i, j + T.min(q, 0)))
#|             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#| undefined_symbol_in_an_index_map.py:5:8: note: it is declared here, which gives it no value
#|         n, q = T.int64(), T.int64()
#|            ^
