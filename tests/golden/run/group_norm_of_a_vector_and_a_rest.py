# test: run main(x=iota, g=2xf32=[1 100], b=2xf32=[0 1000])
# 17 rows are a vector of 16 and one more, whose scale and shift are those of its channels.
@R.function
def main(x: R.Tensor((17, 2, 2), "float32"), g: R.Tensor((2,), "float32"), b: R.Tensor((2,), "float32")):
    y = R.nn.group_norm(x, g, b, num_groups=1, channel_axis=1, axes=[2])
    z = R.strided_slice(y, axes=[0], begin=[15], end=[17])
    return z

#| [[[-1.3416355e+00 -4.4721180e-01]
#|   [ 1.0447212e+03  1.1341636e+03]]
#|
#|  [[-1.3416355e+00 -4.4721180e-01]
#|   [ 1.0447212e+03  1.1341636e+03]]]
