# test: fails check
# All of them in one run.
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    with R.dataflow():
        a = R.addd(x, x)
        b = R.add(x, nope)
        c = R.matmul(x, x)
        d = R.sum(x, axis=[7])
        e = R.astype(x, "flaot32")
        f = R.negative(x)
        R.output(f)
    return f

#| several_mistakes.py:6:13: error: 'R.addd' is no operator or intrinsic; did you mean 'R.add'? [E0203]
#|             a = R.addd(x, x)
#|                 ^~~~~~
#| several_mistakes.py:7:22: error: 'nope' is not defined [E0201]
#|             b = R.add(x, nope)
#|                          ^~~~
#| several_mistakes.py:8:13: error: R.matmul: shapes (2, 3) and (2, 3) cannot be multiplied: 3 columns here and 2 rows there [E0403]
#|             c = R.matmul(x, x)
#|                 ^~~~~~~~~~~~~~
#| several_mistakes.py:9:22: error: R.sum: axis=7 is outside [-2, 2), the axes of rank 2 [E0405]
#|             d = R.sum(x, axis=[7])
#|                          ^~~~~~~~
#| several_mistakes.py:10:25: error: there is no dtype 'flaot32'; did you mean 'float32'? [E0406]
#|             e = R.astype(x, "flaot32")
#|                             ^~~~~~~~~
