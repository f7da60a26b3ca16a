# test: fails check
# A depth that depends on the width of a tab; said once, however many lines there are.
@R.function
def main(x: R.Tensor((2,), "float32")):
        y = R.add(x, x)
	z = R.add(y, y)
	w = R.add(z, z)
        return w

#| tabs_mixed_with_spaces.py:6:1: error: tabs and spaces are mixed so that the indentation depends on the width of a tab [E0103]
#|             z = R.add(y, y)
#|     ^~~~~~~~
