# test: fails check
# Only a tuple of Python is put behind a tuple.
@R.function
def main(x: R.Tensor((4, 8), "int32"), u: R.Tensor((4,), "int32")):
    t = (x, u)
    s = t + t
    return s

#| tuples_of_relax_are_not_added.py:6:9: error: R.add: x1 must be a tensor, found R.Tuple(R.Tensor((4, 8), "int32"), R.Tensor((4,), "int32")) [E0305]
#|         s = t + t
#|             ^~~~~
