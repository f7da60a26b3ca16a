# test: run --dump=kernels --fill=ones
@R.function
def main(x: R.Tensor((2, 3), "float32"), unused: R.Tensor((7,), "int8"), s: R.Shape([2])):
    with R.dataflow():
        out = (x, R.const([1.5, 2.5], "float32"))
        R.output(out)
    return out

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def main(x: R.Tensor((2, 3), dtype="float32"), unused: R.Tensor((7,), dtype="int8"), s: R.Shape([2])) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2,), dtype="float32")):
#|         with R.dataflow():
#|             gv: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2,), dtype="float32")) = x, R.const([1.5, 2.5], "float32")
#|             R.output(gv)
#|         return gv
