# test: check
# Only the run knows: two symbols may be equal, a rank or dtype may be the declared one.
@I.ir_module
class Module:
    @R.function
    def two_symbols(x: R.Tensor(("n",), "float32"), y: R.Tensor(("m",), "float32")) -> R.Tensor(("n",), "float32"):
        n = T.int64()
        m = T.int64()
        return y

    @R.function
    def unknown(x: R.Object, y: R.Tensor()) -> R.Tuple(R.Tensor((3,), "float32"), R.Tensor((4,), "int32")):
        return (x, y)

    @R.function
    def recursive(x: R.Tensor(("n",), "float32"), c: R.Tensor((), "bool")) -> R.Tensor(ndim=1, dtype="float32"):
        n = T.int64()
        cls = Module
        if c:
            y = x
        else:
            z = R.concat((x, x), axis=0)
            y = cls.recursive(z, c)
        return y
