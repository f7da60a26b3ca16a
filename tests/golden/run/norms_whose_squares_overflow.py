# test: run --compare=eval --input=x='rand(normal,seed=3,std=1e19)' --fill=ones
# The squares of the first row sum up to a float32, those of the second one to infinity: what is divided by it is 0.
@R.function
def main(x: R.Tensor((2, 8), "float32"), g: R.Tensor((8,), "float32"), b: R.Tensor((8,), "float32")):
    u = R.nn.layer_norm(x, g, b, axes=[-1])
    v = R.nn.rms_norm(x, g, axes=[-1])
    w = R.nn.group_norm(x, g, b, num_groups=1, channel_axis=1, axes=[])
    y = R.variance(x, axis=[1])
    z = R.std(x, axis=[1])
    return (u, v, w, y, z)

#| ([[ 0.7154064  -0.49656856  1.9481201   2.6769352   0.95148283 -0.3149991
#|     1.0343517   1.4852716 ]
#|   [ 1.          1.          1.          1.          1.          1.
#|     1.          1.        ]],
#|  [[-0.30603737 -1.517732    0.92639124  1.6550375  -0.07001557 -1.3362045
#|     0.01283415  0.4636497 ]
#|   [ 0.         -0.         -0.          0.         -0.          0.
#|     0.         -0.        ]],
#|  [[ 0.7154064  -0.49656856  1.9481201   2.6769352   0.95148283 -0.3149991
#|     1.0343517   1.4852716 ]
#|   [ 1.          1.          1.          1.          1.          1.
#|     1.          1.        ]],
#|  [2.5390253e+37           inf],
#|  [5.0388743e+18           inf])
