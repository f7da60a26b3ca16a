# test: fails check
# Two functions of one name.
@I.ir_module
class Module:
    @R.function
    def f(x: R.Tensor((2,), "float32")):
        return x

    @R.function
    def f(x: R.Tensor((2,), "float32")):
        return x
