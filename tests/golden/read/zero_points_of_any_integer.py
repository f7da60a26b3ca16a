# test: run --engine=eval --input=x=2x3xf32='[[0.5 1 -1][2 0 300]]' --input=s=3xf32='[0.5 1 1]' --input=z=3xi32='[3 -2 16777217]'
# Zero points have the dtypes of newer versions; one of int32 is added exactly.
@R.function
def main(x: R.Tensor((2, 3), "float32"), s: R.Tensor((3,), "float32"), z: R.Tensor((3,), "int32")):
    q = R.quantize(x, s, R.const([3, 4, 250], "uint8"), axis=-1, out_dtype="uint8")
    d = R.dequantize(q, s, z, axis=-1)
    return (q, d)

#| ([[  4   5 249]
#|   [  7   4 255]],
#|  [[ 5.0000000e-01  7.0000000e+00 -1.6776968e+07]
#|   [ 2.0000000e+00  6.0000000e+00 -1.6776962e+07]])
