# test: run main(x=iota(3))
# A function says less than it does; the tensors are there.
@I.ir_module
class Module:
    @R.function
    def double(x: R.Tensor(ndim=1, dtype="float32")) -> R.Tensor(ndim=1, dtype="float32"):
        y = R.concat((x, x), axis=0)
        return y

    @R.function
    def main(x: R.Tensor((3,), "float32")) -> R.Tensor((12,), "float32"):
        cls = Module
        y = cls.double(x)
        z = cls.double(y)
        w = R.add(z, z)
        return w

#| [0. 2. 4. 0. 2. 4. 0. 2. 4. 0. 2. 4.]
