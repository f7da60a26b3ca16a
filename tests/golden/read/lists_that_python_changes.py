# test: fails check
# A list that Python may have changed since is not known any longer, whatever name it has.
shape = [2, 3]
other = shape
shape.append(4)
size = [5]
size[0] = 6
kept = [7]
kept.index(7)


@R.function
def main(a: R.Tensor(shape, "float32"), b: R.Tensor(other, "float32"), c: R.Tensor(size, "float32"), d: R.Tensor(kept, "float32")):
    return a

#|
