# test: fails check
# Names of T, with their prefix; the name alone is underlined.
@R.function
def main(x: R.Tensor(("batch", "T.mx(batch, 2)"), "float32")):
    a = R.shape([T.mim(batch, 3)])
    b = R.shape([T.ceildv(batch, 2)])
    c = R.shape([T.int46(2)])
    d = R.shape([bacth])
    e = R.shape([T.Let(batch, where={})])
    return x

#| misspelt_primitives.py:4:32: error: 'T.mx' is no operator or intrinsic; did you mean 'T.max'? [E0203]
#|     def main(x: R.Tensor(("batch", "T.mx(batch, 2)"), "float32")):
#|                                    ^~~~~~~~~~~~~~~~
#| misspelt_primitives.py:5:18: error: 'T.mim' is no operator or intrinsic; did you mean 'T.min'? [E0203]
#|         a = R.shape([T.mim(batch, 3)])
#|                      ^~~~~
#| misspelt_primitives.py:6:18: error: 'T.ceildv' is no operator or intrinsic; did you mean 'T.ceildiv'? [E0203]
#|         b = R.shape([T.ceildv(batch, 2)])
#|                      ^~~~~~~~
#| misspelt_primitives.py:7:18: error: 'T.int46' is no operator or intrinsic; did you mean 'T.int64'? [E0203]
#|         c = R.shape([T.int46(2)])
#|                      ^~~~~~~
#| misspelt_primitives.py:8:18: error: 'bacth' is not defined; did you mean 'batch'? [E0201]
#|         d = R.shape([bacth])
#|                      ^~~~~
#| misspelt_primitives.py:9:18: error: T.Let is not supported [E0903]
#|         e = R.shape([T.Let(batch, where={})])
#|                      ^~~~~~~~~~~~~~~~~~~~~~
