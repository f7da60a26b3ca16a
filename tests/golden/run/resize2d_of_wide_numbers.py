# test: run --compare=eval --input=x=1x1x1x3xf64=[[[[16777217,0.5,0.25]]]] --input=i=1x1x1x2xi32=[[[[16777217,-16777219]]]]
# What is nearest is taken as it is; what is mixed is mixed in float32, which the comparison of the executors knows.
@R.function
def main(x: R.Tensor((1, 1, 1, 3), "float64"), i: R.Tensor((1, 1, 1, 2), "int32")):
    with R.dataflow():
        a = R.image.resize2d(x, (1, 5), method="nearest_neighbor", rounding_method="")
        b = R.image.resize2d(i, (1, 4), method="nearest_neighbor", coordinate_transformation_mode="asymmetric")
        c = R.image.resize2d(x, (1, 6), method="linear")
        R.output(a, b, c)
    return (a, b, c)

#| ([[[[1.6777217e+07 1.6777217e+07 5.0000000e-01 5.0000000e-01
#|      2.5000000e-01]]]],
#|  [[[[ 16777217  16777217 -16777219 -16777219]]]],
#|  [[[[1.6777216e+07 1.2582912e+07 4.1943045e+06 4.3750000e-01
#|      3.1250000e-01 2.5000000e-01]]]])
