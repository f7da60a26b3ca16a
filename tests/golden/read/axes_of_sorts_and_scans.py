# test: fails check
# Also where the shape is not known.
@R.function
def main(x: R.Tensor((3, 4), "float32"), y: R.Tensor("float32", ndim=1)):
    a = R.sort(x, axis=2)
    b = R.argsort(x, axis=-3)
    c = R.cumsum(x, axis=5)
    d = R.cumprod(y, axis=1)
    return (a, b, c, d)

#| axes_of_sorts_and_scans.py:5:19: error: R.sort: axis=2 is outside [-2, 2), the axes of rank 2 [E0405]
#|         a = R.sort(x, axis=2)
#|                       ^~~~~~
#| axes_of_sorts_and_scans.py:6:22: error: R.argsort: axis=-3 is outside [-2, 2), the axes of rank 2 [E0405]
#|         b = R.argsort(x, axis=-3)
#|                          ^~~~~~~
#| axes_of_sorts_and_scans.py:7:21: error: R.cumsum: axis=5 is outside [-2, 2), the axes of rank 2 [E0405]
#|         c = R.cumsum(x, axis=5)
#|                         ^~~~~~
#| axes_of_sorts_and_scans.py:8:22: error: R.cumprod: axis=1 is outside [-1, 1), the axes of rank 1 [E0405]
#|         d = R.cumprod(y, axis=1)
#|                          ^~~~~~
