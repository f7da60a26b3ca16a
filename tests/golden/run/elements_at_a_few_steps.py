# test: run --dim=n=1..70:23 --fill='rand(seed=7)' --guard
# test: run --dim=n=1..70:23 --fill='rand(seed=7)' --guard --cpu=x86-64-v3
# test: run --dim=n=1..70:23 --fill='rand(seed=7)' --guard --cpu=x86-64
# Every second to fourth element, forwards and backwards, from the first and the last one on, of all widths; and what
# lies behind a select, of which only the chosen ones may be read.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((3, "n", 4), "float32"), y: R.Tensor((3, "n", 4), "int8"), z: R.Tensor((3, "n", 4), "float64"), h: R.Tensor((3, "n", 4), "float16")):
        n = T.int64()
        with R.dataflow():
            a = R.strided_slice(R.reshape(x, (3, n * 4)), axes=[1], begin=[1], end=[n * 4], strides=[2])
            b = R.strided_slice(R.reshape(y, (3, n * 4)), axes=[1], begin=[0], end=[n * 4], strides=[3])
            c = R.strided_slice(R.reshape(z, (3, n * 4)), axes=[1], begin=[3], end=[n * 4], strides=[4])
            d = R.flip(R.reshape(h, (3, n * 4)), axis=1)
            e = R.strided_slice(R.reshape(x, (3, n * 4)), axes=[1], begin=[-1], end=[0], strides=[-3])
            f = R.sum(x, axis=2)
            g = R.max(y, axis=2)
            i = R.permute_dims(z, axes=[0, 2, 1])
            j = R.nn.avg_pool1d(R.reshape(x, (1, 3, n * 4)), pool_size=(3,), strides=(2,), padding=(1, 1))
            k = R.nn.max_pool1d(R.reshape(h, (1, 3, n * 4)), pool_size=(2,), strides=(3,), padding=(1, 0), ceil_mode=True)
            l = R.nn.pad(a, pad_width=(0, 0, 2, 3))
            R.output(a, b, c, d, e, f, g, i, j, k, l)
        return (a, b, c, d, e, f, g, i, j, k, l)

#| $ run --dim=n=1..70:23 --fill='rand(seed=7)' --guard
#| n=1: agrees
#| n=24: agrees
#| n=47: agrees
#| n=70: agrees
#| 4 of 4 sizes agree
#| $ run --dim=n=1..70:23 --fill='rand(seed=7)' --guard --cpu=x86-64-v3
#| n=1: agrees
#| n=24: agrees
#| n=47: agrees
#| n=70: agrees
#| 4 of 4 sizes agree
#| $ run --dim=n=1..70:23 --fill='rand(seed=7)' --guard --cpu=x86-64
#| n=1: agrees
#| n=24: agrees
#| n=47: agrees
#| n=70: agrees
#| 4 of 4 sizes agree
