# test: opt --rules=transposed.rules
# A replacement that the variable cannot hold is not made; the warning comes once.
@R.function
def main(x: R.Tensor((4, 2), "float32")):
    with R.dataflow():
        y = R.add(x, x)
        z = R.add(y, y)
        R.output(z)
    return z
