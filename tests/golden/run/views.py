# test: run main(x=iota(2, 3, 4))
# The same elements at other places.
@R.function
def main(x: R.Tensor((2, 3, 4), "float32")):
    with R.dataflow():
        a = R.permute_dims(x, [2, 0, 1])
        b = R.reshape(a, (8, 3))
        c = R.flatten(b)
        d = R.expand_dims(x, [0, 2])
        e = R.squeeze(d)
        f = R.broadcast_to(R.reshape(x, (2, 1, 12)), (2, 2, 12))
        R.output(a, b, c, d, e, f)
    return (a, b, c, d, e, f)
