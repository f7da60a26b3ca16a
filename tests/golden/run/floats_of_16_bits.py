# test: run main(x=2x3xbf16=[[1 2 3][0 0 0]], g=3xbf16=[1 1 2])
# bfloat16 is a float for the operators that require one, as in newer versions of TVM.
@R.function
def main(x: R.Tensor((2, 3), "bfloat16"), g: R.Tensor((3,), "bfloat16")):
    a = R.nn.softmax(x)
    b = R.exp(x)
    c = R.nn.rms_norm(x, g, axes=[-1])
    d = R.nn.layer_norm(x, g, g, axes=[-1])
    return (a, b, c, d)

#| ([[0.09  0.245 0.664]
#|   [0.334 0.334 0.334]],
#|  [[ 2.72  7.38 20.1 ]
#|   [ 1.    1.    1.  ]],
#|  [[0.463 0.926 2.78 ]
#|   [0.    0.    0.   ]],
#|  [[-0.225  1.     4.44 ]
#|   [ 1.     1.     2.   ]])
