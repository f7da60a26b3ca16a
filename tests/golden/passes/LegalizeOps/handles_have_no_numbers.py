# test: opt --passes=LegalizeOps --verify-roundtrip
# What would start with a number of the dtype, or convert to it, is left alone.
@R.function
def main(x: R.Tensor((1, 4, 8), "handle")):
    y = R.nn.avg_pool1d(x, pool_size=[2], strides=[2])
    z = R.nn.max_pool1d(x, pool_size=[2], strides=[2])
    return (y, z)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((1, 4, 8), dtype="handle")) -> R.Tuple(R.Tensor((1, 4, 4), dtype="handle"), R.Tensor((1, 4, 4), dtype="handle")):
#|     y: R.Tensor((1, 4, 4), dtype="handle") = R.nn.avg_pool1d(x, pool_size=[2], strides=[2], dilation=[1], padding=[0, 0], ceil_mode=False, count_include_pad=False, layout="NCW", out_layout="NCW")
#|     z: R.Tensor((1, 4, 4), dtype="handle") = R.nn.max_pool1d(x, pool_size=[2], strides=[2], dilation=[1], padding=[0, 0], ceil_mode=False, count_include_pad=False, layout="NCW", out_layout="NCW")
#|     return (y, z)
