# test: opt --passes=DeadCodeElimination --check-each=1
# What a dead call named is gone, and the module that remains still runs.
@I.ir_module
class Module:
    @R.function(private=True)
    def doubled(x: R.Tensor((2, 3), "float32")):
        return R.add(x, x)

    @R.function
    def main(x: R.Tensor((2, 3), "float32")):
        with R.dataflow():
            dead = Module.doubled(x)
            y = R.nn.relu(x)
            R.output(y)
        return y

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tensor((2, 3), dtype="float32"):
#|         with R.dataflow():
#|             y: R.Tensor((2, 3), dtype="float32") = R.nn.relu(x)
#|             R.output(y)
#|         return y
#| 1 pass checked by running: 1 run agrees
