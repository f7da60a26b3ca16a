# test: fmt
# Tuples, fields and unpacking.
@R.function
def main(t: R.Tuple(R.Tensor((2,), "float32"), R.Tensor((3,), "float32"))):
    a, b = t
    u = (b, (a,))
    return (u, a)
