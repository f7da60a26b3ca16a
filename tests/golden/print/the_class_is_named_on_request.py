# test: fmt --name=Module
# TVM's text names every class so.
@I.ir_module
class Net:
    @R.function
    def main(x: R.Object):
        return x

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def main(x: R.Object) -> R.Object:
#|         return x
