# test: run --dump=kernels --fill=ones
@R.function
def main(x: R.Tensor((4, 6), "float32")):
    with R.dataflow():
        parts = R.split(x, 2, axis=1)
        a = R.permute_dims(parts[0], axes=[1, 0])
        b = R.reshape(parts[1], R.shape([3, 4]))
        c = R.strided_slice(x, axes=[0, 1], begin=[3, 1], end=[-5, 5], strides=[-1, 1])
        d = R.add(a, b)
        e = R.reshape(x, R.shape([2, 12]))
        f = R.sum(R.permute_dims(e, axes=[1, 0]), axis=[1])
        out = (d, (R.exp(c), f))
        R.output(out)
    return out
