# test: fmt
@R.function
def main(x: R.Tensor((2, 3), "float32"), t: R.Tuple(R.Tensor((2, 3), "float32"), R.Tensor((2, 3), "float32"))):
    pair = [x, R.multiply(x, x)]
    a = R.add(*pair)
    b = R.add(*t)
    c = R.concat([*pair, x, *(a, b), *t], axis=0)
    d = R.call_pure_packed("f", *pair, 1, *(), sinfo_args=R.Tensor)
    dims = (2, 3)
    e = R.zeros([*dims, 1], "float32")
    return c
