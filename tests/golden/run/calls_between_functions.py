# test: run main(x=iota(3))
# A function of the module, called twice.
@I.ir_module
class Module:
    @R.function(private=True)
    def twice(x: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
        y = R.add(x, x)
        return y

    @R.function
    def main(x: R.Tensor((3,), "float32")) -> R.Tensor((3,), "float32"):
        cls = Module
        a = cls.twice(x)
        b = cls.twice(a)
        return b

#| [0. 4. 8.]
