# test: run --fill=iota --engine=eval
# test: fails run --entry=uneven --fill=iota --engine=eval
from tvm.script import ir as I, relax as R

# A packed axis is one axis for the operator: channel 3 is at [:, 1, :, :, 0].
@I.ir_module
class Packed:
    @R.function
    def main(x: R.Tensor((1, 2, 2, 2, 3), "float32"), w: R.Tensor((1, 2, 1, 1, 3, 2), "float32")):
        a = R.nn.adaptive_avg_pool2d(x, output_size=[1, 1], layout="NCHW3c", out_layout="NCHW3c")
        b = R.nn.conv2d(x, w, data_layout="NCHW3c", kernel_layout="OIHW3i2o", out_layout="NCHW2c")
        c = R.image.resize2d(x, R.shape([1, 1]), layout="NCHW3c", method="linear")
        return (a, b, c)

    @R.function
    def uneven(x: R.Tensor((1, 2, 1, 1, 3), "float32")):
        y = R.nn.max_pool2d(x, pool_size=(1, 1), layout="NCHW3c", out_layout="NCHW4c")
        return y

#| $ run --fill=iota --engine=eval
#| ([[[[[ 4.5  5.5  6.5]]]
#|
#|
#|    [[[16.5 17.5 18.5]]]]],
#|  [[[[[326. 368.]
#|      [416. 476.]]
#|
#|     [[506. 584.]
#|      [596. 692.]]]]],
#|  [[[[[ 4.5  5.5  6.5]]]
#|
#|
#|    [[[16.5 17.5 18.5]]]]])
#| $ fails run --entry=uneven --fill=iota --engine=eval
#| packed_layouts_without_the_jit.py:17:13: error: R.nn.max_pool2d: layout NCHW4c does not divide 6 of C [E0701]
#|             y = R.nn.max_pool2d(x, pool_size=(1, 1), layout="NCHW3c", out_layout="NCHW4c")
#|                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
