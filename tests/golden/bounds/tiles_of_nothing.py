# test: run main(x=iota(0, 1))
# A kernel may name elements that do not exist, where it never runs that far.
@R.function
def main(x: R.Tensor(("n", 1), "float32")):
    t = R.tile(x, repeats=[1, 2])
    r = R.repeat(x, 3, axis=0)
    s = R.sum(R.add(t, R.tile(R.flip(x, 0), [1, 2])))
    return s, R.sum(R.exp(r)), R.concat((t, R.ones(R.shape([1, 2]), "float32")), axis=0)

#| (0.0,
#|  0.0,
#|  [[1. 1.]])
