# test: opt --passes=CombineParallelMatmul{strategy=auto} --remarks
# Weights that come with every run are not joined for nothing; those behind num_input are joined once.
@I.ir_module
class Module:
    @R.function
    def in_the_run(x: R.Tensor((16, 64), "float32"), v: R.Tensor((64, 32), "float32"), w: R.Tensor((64, 48), "float32")):
        with R.dataflow():
            a = R.matmul(x, v)
            b = R.matmul(x, w)
            R.output(a, b)
        return (a, b)

    @R.function
    def before_it(x: R.Tensor((16, 64), "float32"), v: R.Tensor((64, 32), "float32"), w: R.Tensor((64, 48), "float32")):
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.matmul(x, v)
            b = R.matmul(x, w)
            R.output(a, b)
        return (a, b)

