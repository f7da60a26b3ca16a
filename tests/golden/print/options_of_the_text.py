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

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Net:
#|   @R.function
#|   def twice(x: R.Tensor(("n",), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
#|     n = T.int64()
#|     with R.dataflow():
#|       y: R.Tensor((n,), dtype="float32") = R.add(x, x)
#|       R.output(y)
#|     return y
#|
#|   @R.function(pure=False)
#|   def main(x: R.Tensor(("n",), dtype="float32"), self_1: R.Tensor((2,), dtype="float32")) -> R.Tensor(("n",), dtype="float32"):
#|     n = T.int64()
#|     self = Net
#|     _: R.Tuple = R.print(x, format=R.str("{}"))
#|     gv3: R.Tensor((2,), dtype="bool") = R.less(self_1, self_1)
#|     if gv3:
#|       y_then: R.Tensor((n,), dtype="float32") = self.twice(x)
#|       y: R.Tensor((n,), dtype="float32") = y_then
#|     else:
#|       y: R.Tensor((n,), dtype="float32") = x
#|     return y
