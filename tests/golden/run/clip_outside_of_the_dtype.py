# test: run main(x=4xu8=[0 5 6 255], y=4xi8=[-128 -5 5 127], z=2xf32=[-1 1])
# A bound that the dtype does not have is its nearest number; one with a fraction is cut.
@R.function
def main(x: R.Tensor((4,), "uint8"), y: R.Tensor((4,), "int8"), z: R.Tensor((2,), "float32")):
    with R.dataflow():
        a = R.clip(x, R.prim_value(T.float64(-1.0)), R.prim_value(T.float64(6.0)))
        b = R.clip(x, R.prim_value(4), R.prim_value(300))
        c = R.clip(y, R.prim_value(T.float64(-1.0e30)), R.prim_value(T.float64(4.9)))
        d = R.clip(y, R.prim_value(-300), R.prim_value(1000))
        e = R.clip(z, R.prim_value(T.float64(-0.5)), R.prim_value(3))
        R.output(a, b, c, d, e)
    return (a, b, c, d, e)

#| ([0 5 6 6],
#|  [  4   5   6 255],
#|  [-128   -5    4    4],
#|  [-128   -5    5  127],
#|  [-0.5  1. ])
