# test: opt --passes=LegalizeOps
@I.ir_module
class Module:
    @R.function
    def larger(x: R.Tensor((2, 4, 6, 5), "float32")):
        y = R.grad.max_pool2d_backward(x, x, pool_size=[100, 1])
        return y

    @R.function
    def absurd(x: R.Tensor((2, 4, 6, 5), "float32")):
        y = R.grad.max_pool2d_backward(x, x, pool_size=[4611686018427387904, 1])
        return y

    @R.function
    def numbers():
        y = R.arange(0, -9223372036854775808, 1)
        return y

#| # from tvm.script import ir as I
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def absurd(x: R.Tensor((2, 4, 6, 5), dtype="float32")) -> R.Tensor((2, 4, 6, 5), dtype="float32"):
#|         y: R.Tensor((2, 4, 6, 5), dtype="float32") = R.grad.max_pool2d_backward(x, x, pool_size=[4611686018427387904, 1], strides=[1, 1], dilation=[1, 1], padding=[0, 0, 0, 0], ceil_mode=False, count_include_pad=False, layout="NCHW", out_layout="NCHW")
#|         return y
#|
#|     @R.function
#|     def larger(x: R.Tensor((2, 4, 6, 5), dtype="float32")) -> R.Tensor((2, 4, 6, 5), dtype="float32"):
#|         y: R.Tensor((2, 4, 6, 5), dtype="float32") = R.grad.max_pool2d_backward(x, x, pool_size=[100, 1], strides=[1, 1], dilation=[1, 1], padding=[0, 0, 0, 0], ceil_mode=False, count_include_pad=False, layout="NCHW", out_layout="NCHW")
#|         return y
#|
#|     @R.function
#|     def numbers() -> R.Tensor((0,), dtype="int64"):
#|         y: R.Tensor((0,), dtype="int64") = R.arange(R.prim_value(0), R.prim_value(-9223372036854775808), R.prim_value(1), dtype="int64")
#|         return y
