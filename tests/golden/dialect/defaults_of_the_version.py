# test: fmt
# A parameter that is left out has the default of the version in which the rest of the file is written.
@R.function
def main(x: R.Tensor((1, 2, 8), "float32"), o: R.Any) -> R.Tensor((1, 2, 4), "float32"):
    y = R.nn.avg_pool1d(x, pool_size=2, strides=2)
    return y

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((1, 2, 8), dtype="float32"), o: R.Object) -> R.Tensor((1, 2, 4), dtype="float32"):
#|     y: R.Tensor((1, 2, 4), dtype="float32") = R.nn.avg_pool1d(x, pool_size=[2], strides=[2], dilation=[1], padding=[0, 0], ceil_mode=False, count_include_pad=True, layout="NCW", out_layout="NCW")
#|     return y
