# test: run --compare=eval --input=x=1x1x1x3xf64=[[[[0.1,0.2,0.7]]]] --input=i=1x1x1x2xi32=[[[[16777217,-16777219]]]]
# What is nearest is taken as it is; what is mixed is mixed in float32, which the comparison of the executors knows.
@R.function
def main(x: R.Tensor((1, 1, 1, 3), "float64"), i: R.Tensor((1, 1, 1, 2), "int32")):
    with R.dataflow():
        a = R.image.resize2d(x, (1, 5), method="nearest_neighbor", rounding_method="")
        b = R.image.resize2d(i, (1, 4), method="nearest_neighbor", coordinate_transformation_mode="asymmetric")
        c = R.image.resize2d(x, (1, 7), method="linear")
        R.output(a, b, c)
    return (a, b, c)

#| ([[[[0.1 0.1 0.2 0.2 0.7]]]],
#|  [[[[ 16777217  16777217 -16777219 -16777219]]]],
#|  [[[[0.1        0.11428571 0.15714285 0.2        0.41428572 0.62857145
#|      0.69999999]]]])
