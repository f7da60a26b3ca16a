# test: migrate --diff
# test: migrate --diff --to=tvm-0.19
# A padding that is a constant becomes an attribute; a number is one in either version.
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    y = R.nn.pad(x, R.const(0.5, "float32"), pad_width=[1, 1, 1, 1])
    z = R.nn.pad(y, [1, 1, 1, 1], 0.5)
    return z
