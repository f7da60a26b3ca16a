# test: fmt
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    y = R.add(x, x) if 2 > 1 else R.multiply(x, x)
    z = 1 if False else 2 if None else 3
    s = R.shape([4 if True else undefined, 5])
    w = R.sum(y, axis=[0] if 1 else None)
    return w
