# test: run --dim=d=1..5:2 --fill='rand(normal,seed=7)' --guard
# test: run --dim=d=1..5:2 --entry=integers --fill=iota
# Each remainder of a place by the strides has taps of its own, in planes, rows and columns.
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((2, 6, "d", 4, 5), "float32"), w: R.Tensor((6, 7, 3, 2, 4), "float32"), g: R.Tensor((6, 5, 2, 2, 2), "float32"), b: R.Tensor((7, 1, 1, 1), "float32"), last: R.Tensor((1, "d", 3, 4, 6), "float32"), u: R.Tensor((2, 3, 2, 9, 6), "float32")):
        d = T.int64()
        R.func_attr({"num_input": 1})
        with R.dataflow():
            a = R.nn.conv3d_transpose(x, w)
            c = R.nn.relu(R.add(R.nn.conv3d_transpose(x, w, strides=[2, 2, 2], padding=[1, 0, 1, 0, 0, 1], output_padding=[1, 0, 1]), b))
            e = R.nn.conv3d_transpose(x, g, strides=[2, 2, 2], groups=2)
            f = R.nn.conv3d_transpose(x, w, strides=[1, 3, 2], dilation=[2, 1, 3], output_padding=[0, 2, 1])
            h = R.nn.conv3d_transpose(last, u, strides=[2, 1, 2], data_layout="NDHWC", kernel_layout="DHWOI")
            i = R.permute_dims(R.nn.conv3d_transpose(x, w, strides=[4, 4, 4], output_padding=[3, 3, 3]), axes=[0, 2, 3, 4, 1])
            R.output(a, c, e, f, h, i)
        return (a, c, e, f, h, i)

    @R.function
    def integers(x: R.Tensor((1, 2, "d", 3, 3), "int32"), w: R.Tensor((2, 3, 2, 2, 3), "int32")):
        d = T.int64()
        with R.dataflow():
            a = R.nn.conv3d_transpose(x, w, strides=[2, 3, 2], out_dtype="int32")
            R.output(a)
        return a

#| $ run --dim=d=1..5:2 --fill='rand(normal,seed=7)' --guard
#| d=1: agrees
#| d=3: agrees
#| d=5: agrees
#| 3 of 3 sizes agree
#| $ run --dim=d=1..5:2 --entry=integers --fill=iota
#| d=1: agrees
#| d=3: agrees
#| d=5: agrees
#| 3 of 3 sizes agree
