# test: fmt --name=Net --module-alias=self --indent=2 --no-sugar
@I.ir_module
class Module:
    @R.function(pure=False)
    def main(x: R.Tensor(("n",), "float32"), self: R.Tensor((2,), "float32")):
        R.print(x, format="{}")
        if R.less(self, self):
            y = Module.twice(x)
        else:
            y = x
        return y

    @R.function
    def twice(x: R.Tensor(("n",), "float32")) -> R.Tensor(("n",), "float32"):
        with R.dataflow():
            y = R.add(x, x)
            R.output(y)
        return y
