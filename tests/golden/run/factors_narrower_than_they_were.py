# test: run --fill='rand(normal,seed=1)' --engine=eval --compare=jit
# Factors are taken in the dtype of the result: narrow floats are rounded, and integers cut, before they are multiplied.
@R.function
def main(x: R.Tensor((3, 31), "float32"), w: R.Tensor((31, 2), "float32"), i: R.Tensor((1, 8, 3, 3), "float32"), k: R.Tensor((2, 8, 3, 3), "float32"), d: R.Tensor((3, 31), "float64"), e: R.Tensor((31, 2), "float64"), b: R.Tensor((31, 2), "bfloat16")):
    half = R.matmul(x, w, out_dtype="float16")
    image = R.nn.conv2d(i, k, padding=1, out_dtype="float16")
    single = R.matmul(d, e, out_dtype="float32")
    brain = R.matmul(d, e, out_dtype="bfloat16")
    mixed = R.matmul(x, b, out_dtype="float16")
    whole = R.matmul(x, w, out_dtype="int32")
    wide = R.matmul(x, b, out_dtype="float32")
    return (half, image, single, brain, mixed, whole, wide)

#| ([[-5.75    0.6113]
#|   [ 3.709  -0.632 ]
#|   [ 4.297   5.41  ]],
#|  [[[[ 3.916   0.3428 -1.1455]
#|     [ 3.486   0.3796  3.236 ]
#|     [12.125  -3.256  -7.973 ]]
#|
#|    [[-4.46   -8.96   -2.646 ]
#|     [-6.9    -5.242  -3.977 ]
#|     [-5.434  -1.676  -0.992 ]]]],
#|  [[10.674799   6.391634 ]
#|   [-7.2717505  4.080899 ]
#|   [-3.1678977 -6.877361 ]],
#|  [[10.7   6.4 ]
#|   [-7.25  4.06]
#|   [-3.16 -6.84]],
#|  [[ -6.355  -1.117]
#|   [  8.68   -2.623]
#|   [-11.85   -6.785]],
#|  [[-1  1]
#|   [ 1  1]
#|   [ 2  5]],
#|  [[ -6.3566747  -1.1166837]
#|   [  8.680549   -2.6246836]
#|   [-11.854043   -6.783611 ]])
