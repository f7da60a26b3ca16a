# test: fails check
# Arguments too few, too many, twice.
@R.function
def main(x: R.Tensor((2,), "float32"), t: R.Tuple(R.Object, R.Object)):
    a = R.add(x)
    b = R.add(x, x, x)
    c = R.sum(x, 0, axis=0)
    p, q, r = t
    return x

#| argument_counts.py:5:9: error: R.add needs a value for 'x2' [E0303]
#|         a = R.add(x)
#|             ^~~~~~~~
#| argument_counts.py:6:21: error: R.add takes at most 2 arguments [E0303]
#|         b = R.add(x, x, x)
#|                         ^
#| argument_counts.py:7:21: error: R.sum: 'axis' is given twice [E0303]
#|         c = R.sum(x, 0, axis=0)
#|                         ^~~~
#| argument_counts.py:8:5: error: 2 values cannot be unpacked into 3 targets [E0303]
#|         p, q, r = t
#|         ^~~~~~~
