# test: fails check
# A depth that depends on the width of a tab.
@R.function
def main(x: R.Tensor((2,), "float32")):
        y = R.add(x, x)
	z = R.add(y, y)
        return z
