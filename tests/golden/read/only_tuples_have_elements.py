# test: fails check
# What may be a tuple is none until it is matched.
@R.function
def main(o: R.Object, x: R.Tensor((2,), "float32"), s: R.Shape([2])):
    a = o[0]
    b = x[0]
    c = s[0]
    t = R.match_cast(o, R.Tuple(R.Tensor((2,), "float32")))
    d = t[0]
    return d

#| only_tuples_have_elements.py:5:9: error: only tuples can be indexed; R.match_cast says that an object is one [E0316]
#|         a = o[0]
#|             ^
#| only_tuples_have_elements.py:6:9: error: only tuples can be indexed; R.take and R.strided_slice take parts of a tensor [E0316]
#|         b = x[0]
#|             ^
#| only_tuples_have_elements.py:7:9: error: only tuples can be indexed [E0316]
#|         c = s[0]
#|             ^
