# test: fmt
# The condition is bound before the branches.
@R.function
def main(x: R.Tensor((), "float32"), y: R.Tensor((), "float32")):
    if R.less(x, y):
        w = R.add(x, y)
        z = R.multiply(w, w)
    else:
        z = x
    return z
