# test: run main(x=6xi32=[7 -7 0 -2147483648 -2147483648 -7], y=6xi32=[0 0 0 -1 0 2], u=3xu8=[7 0 255], v=3xu8=[0 0 2])
# Quotient and remainder are 0; the lowest number divided by -1 wraps.
@R.function
def main(x: R.Tensor((6,), "int32"), y: R.Tensor((6,), "int32"), u: R.Tensor((3,), "uint8"), v: R.Tensor((3,), "uint8")):
    with R.dataflow():
        a = R.divide(x, y)
        b = R.floor_divide(x, y)
        c = R.mod(x, y)
        d = R.floor_mod(x, y)
        e = R.floor_divide(u, v)
        f = R.mod(u, v)
        R.output(a, b, c, d, e, f)
    return (a, b, c, d, e, f)

#| ([          0           0           0 -2147483648           0          -3],
#|  [          0           0           0 -2147483648           0          -4],
#|  [ 0  0  0  0  0 -1],
#|  [0 0 0 0 0 1],
#|  [  0   0 127],
#|  [0 0 1])
