# test: run main(x=iota(1, 4, 3), g3=ones, b3=zeros, g4=ones, b4=iota(4))
# Layer, root-mean-square and group norm.
@R.function
def main(x: R.Tensor((1, 4, 3), "float32"), g3: R.Tensor((3,), "float32"), b3: R.Tensor((3,), "float32"), g4: R.Tensor((4,), "float32"), b4: R.Tensor((4,), "float32")):
    with R.dataflow():
        a = R.nn.layer_norm(x, g3, b3, axes=[-1])
        b = R.nn.rms_norm(x, g3, axes=[-1])
        c = R.nn.group_norm(x, g4, b4, num_groups=2, channel_axis=1, axes=[2])
        R.output(a, b, c)
    return (a, b, c)
