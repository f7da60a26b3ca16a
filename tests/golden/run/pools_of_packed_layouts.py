# test: run --fill=iota --compare=eval
# test: run --entry=rows --fill=iota
# test: run --entry=rows --fill=iota --engine=eval
from tvm.script import ir as I, relax as R

# The dims of a layout are not its letters: 10c is one of them, and in NC10cHW it stands before H and W.
@I.ir_module
class Pools:
    @R.function
    def main(x: R.Tensor((1, 2, 2, 4, 10), "float32"), y: R.Tensor((1, 1, 10, 2, 4), "float32")):
        a = R.nn.max_pool2d(x, pool_size=(2, 2), strides=(2, 2), layout="NCHW10c", out_layout="NCHW10c")
        b = R.nn.avg_pool2d(y, pool_size=(2, 2), strides=(2, 2), layout="NC10cHW", out_layout="NCHW10c")
        return (a, b)

    # The rows that a window takes lie in two dims.
    @R.function
    def rows(x: R.Tensor((1, 1, 2, 2, 2), "float32")):
        y = R.nn.max_pool2d(x, pool_size=(2, 2), strides=(2, 2), layout="NCHW2h", out_layout="NCHW2h")
        return y

#| $ run --fill=iota --compare=eval
#| ([[[[[ 50.  51.  52.  53.  54.  55.  56.  57.  58.  59.]
#|      [ 70.  71.  72.  73.  74.  75.  76.  77.  78.  79.]]]
#|
#|
#|    [[[130. 131. 132. 133. 134. 135. 136. 137. 138. 139.]
#|      [150. 151. 152. 153. 154. 155. 156. 157. 158. 159.]]]]],
#|  [[[[[ 2.5 10.5 18.5 26.5 34.5 42.5 50.5 58.5 66.5 74.5]
#|      [ 4.5 12.5 20.5 28.5 36.5 44.5 52.5 60.5 68.5 76.5]]]]])
#| $ run --entry=rows --fill=iota
#| [[[[[3. 7.]]]]]
#| remark: the JIT does not compile R.nn.max_pool2d with layout NCHW2h and out_layout NCHW2h: eval computed it
#| $ run --entry=rows --fill=iota --engine=eval
#| [[[[[3. 7.]]]]]
