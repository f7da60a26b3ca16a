# test: run main(x=1x1x4x4xi8=[[127 127 -1 -1][127 127 -1 -2][3 3 -128 -128][3 4 -128 -128]])
# The sum is not cut to the dtype; its quotient is cut toward zero.
@R.function
def main(x: R.Tensor((1, 1, 4, 4), "int8")):
    with R.dataflow():
        a = R.nn.avg_pool2d(x, pool_size=[2, 2], strides=[2, 2])
        b = R.nn.avg_pool2d(x, pool_size=[3, 3], strides=[2, 2], padding=[1, 1], count_include_pad=True)
        R.output(a, b)
    return (a, b)

#| ([[[[ 127   -1]
#|     [   3 -128]]]],
#|  [[[[ 56  27]
#|     [ 29 -42]]]])
