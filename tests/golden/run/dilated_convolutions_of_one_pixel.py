# test: run --dim=n=1..3:2 --fill='rand(normal,seed=3)'
# Of an image of one pixel the channels lie side by side, and taps that are as far apart as there are channels are not
# for that its neighbours.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor(("n", 5, 1, 1), "float32"), w: R.Tensor((64, 5, 1, 3), "float32"), y: R.Tensor(("n", 32, 1, 1), "float32"), v: R.Tensor((64, 32, 3, 3), "float32"), z: R.Tensor(("n", 1, 5, 32), "float32")):
        n = T.int64()
        with R.dataflow():
            a = R.nn.conv2d(x, w, padding=[0, 5, 0, 5], dilation=[1, 5])
            b = R.nn.conv2d(y, v, padding=[32, 32, 32, 32], dilation=[32, 32])
            c = R.nn.conv2d(z, v, padding=1, dilation=[1, 2], data_layout="NHWC", out_layout="NHWC")
            R.output(a, b, c)
        return (a, b, c)

#| n=1: agrees
#| n=3: agrees
#| 2 of 2 sizes agree
