# test: run --dim=n=15..34:19 --fill='rand(normal,seed=7)' --guard
# test: run --dim=n=5..5 --fill='rand(normal,seed=7)' --guard --cpu=x86-64-v3
# test: run --dim=n=31..31 --fill='rand(normal,seed=7)' --guard --cpu=x86-64
# Squares of elements are turned in registers: of all widths, with something added, two at once, in kernels whose rows
# and columns vectors do not divide.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, "n", 50), "float32"), y: R.Tensor((2, 50, "n"), "float32"), z: R.Tensor(("n", 33), "float64"), h: R.Tensor(("n", 48), "bfloat16"), b: R.Tensor((17, "n", 40), "int8"), u: R.Tensor((3, "n", 20), "float32"), v: R.Tensor(("n", 20, 3), "float32"), k: R.Tensor((2, 4, "n", 9), "uint8"), m: R.Tensor((2, "n", 16), "float64")):
        n = T.int64()
        with R.dataflow():
            a = R.permute_dims(x, axes=[0, 2, 1])
            c = R.add(R.permute_dims(x, axes=[0, 2, 1]), y)
            d = R.nn.relu(R.add(R.permute_dims(x, axes=[2, 0, 1]), R.permute_dims(y, axes=[1, 0, 2])))
            e = R.permute_dims(z)
            f = R.astype(R.permute_dims(h), dtype="float32")
            g = R.permute_dims(b, axes=[2, 1, 0])
            i = R.subtract(R.permute_dims(x, axes=[2, 1, 0]), R.permute_dims(R.exp(x), axes=[2, 1, 0]))
            j = R.permute_dims(u, axes=[1, 2, 0])
            l = R.add(R.permute_dims(R.multiply(u, u), axes=[1, 2, 0]), v)
            o = R.permute_dims(k, axes=[0, 2, 3, 1])
            p = R.permute_dims(m, axes=[1, 2, 0])
            q = R.astype(R.greater(R.permute_dims(u, axes=[2, 1, 0]), R.permute_dims(v, axes=[1, 0, 2])), dtype="float16")
            R.output(a, c, d, e, f, g, i, j, l, o, p, q)
        return (a, c, d, e, f, g, i, j, l, o, p, q)

#| $ run --dim=n=15..34:19 --fill='rand(normal,seed=7)' --guard
#| n=15: agrees
#| n=34: agrees
#| 2 of 2 sizes agree
#| $ run --dim=n=5..5 --fill='rand(normal,seed=7)' --guard --cpu=x86-64-v3
#| n=5: agrees
#| 1 of 1 sizes agree
#| $ run --dim=n=31..31 --fill='rand(normal,seed=7)' --guard --cpu=x86-64
#| n=31: agrees
#| 1 of 1 sizes agree
