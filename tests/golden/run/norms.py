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

#| ([[[-1.2247357  0.         1.2247357]
#|    [-1.2247357  0.         1.2247357]
#|    [-1.2247357  0.         1.2247357]
#|    [-1.2247357  0.         1.2247357]]],
#|  [[[0.         0.77459437 1.5491887 ]
#|    [0.7348467  0.9797956  1.2247446 ]
#|    [0.8513707  0.9932658  1.1351609 ]
#|    [0.89701486 0.9966832  1.0963515 ]]],
#|  [[[-1.4638476  -0.87830853 -0.29276952]
#|    [ 1.2927696   1.8783085   2.4638476 ]
#|    [ 0.5361524   1.1216915   1.7072304 ]
#|    [ 3.2927694   3.8783085   4.4638476 ]]])
