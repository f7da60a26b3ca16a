# test: run main(x=3xi8=[127 -128 100], y=3xi8=[1 1 100])
# Two's complement.
@R.function
def main(x: R.Tensor((3,), "int8"), y: R.Tensor((3,), "int8")):
    with R.dataflow():
        a = R.add(x, y)
        b = R.multiply(x, y)
        c = R.negative(x)
        R.output(a, b, c)
    return (a, b, c)

#| ([-128 -127  -56],
#|  [ 127 -128   16],
#|  [-127 -128 -100])
