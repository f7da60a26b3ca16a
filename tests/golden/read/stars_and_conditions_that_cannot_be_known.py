# test: fails check
@R.function
def main(x: R.Tensor((2, 3), "float32"), c: R.Tensor((), "bool")):
    a = R.add(*x)
    b = R.add(*missing)
    d = R.add(**x)
    e = x if c else x
    f = R.tuple(*R.split(x, 2))
    return x
