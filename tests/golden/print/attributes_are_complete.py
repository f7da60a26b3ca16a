# test: fmt
# Defaults are printed too.
@R.function
def main(x: R.Tensor((1, 3, 8, 8), "float32"), w: R.Tensor((4, 3, 3, 3), "float32")):
    with R.dataflow():
        y = R.nn.conv2d(x, w)
        z = R.nn.max_pool2d(y)
        R.output(z)
    return z

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((1, 3, 8, 8), dtype="float32"), w: R.Tensor((4, 3, 3, 3), dtype="float32")) -> R.Tensor((1, 4, 6, 6), dtype="float32"):
#|     with R.dataflow():
#|         y: R.Tensor((1, 4, 6, 6), dtype="float32") = R.nn.conv2d(x, w, strides=[1, 1], padding=[0, 0, 0, 0], dilation=[1, 1], groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="NCHW", out_dtype="void")
#|         z: R.Tensor((1, 4, 6, 6), dtype="float32") = R.nn.max_pool2d(y, pool_size=[1, 1], strides=[1, 1], dilation=[1, 1], padding=[0, 0, 0, 0], ceil_mode=False, count_include_pad=False, layout="NCHW", out_layout="NCHW")
#|         R.output(z)
#|     return z
