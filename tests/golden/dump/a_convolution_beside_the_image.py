# test: run --dump=kernels --fill=ones
# Padding, stride, groups: elements beside the image are not loaded.
@R.function
def main(x: R.Tensor((1, 4, 7, 9), "float32"), w: R.Tensor((6, 2, 3, 3), "float32"), b: R.Tensor((1, 6, 1, 1), "float32")):
    R.func_attr({"num_input": 1})
    with R.dataflow():
        y = R.nn.conv2d(x, w, strides=[2, 2], padding=[1, 1, 1, 1], groups=2)
        z = R.add(y, b)
        out = R.nn.relu(z)
        R.output(out)
    return out
