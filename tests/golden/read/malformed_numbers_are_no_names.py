# test: fails check
# A name that begins with a digit has a letter behind a '_'.
@R.function
def main(x: R.Tensor((2,), "float32")):
    a = R.add(x, R.const(1_, "float32"))
    b = R.add(x, R.const(1__0, "float32"))
    c = R.add(x, R.const(2x, "float32"))
    d = R.add(x, R.const(0x_fg, "float32"))
    return a
