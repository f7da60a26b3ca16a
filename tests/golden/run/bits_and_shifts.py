# test: run main(x=5xi32=[12 -8 1 -1 5], n=5xi32=[1 31 32 -1 40], u=4xu8=[12 255 128 1], v=4xu8=[1 7 8 200], p=2xbool=[0 1], q=2xbool=[1 1])
# A shift by the width or more, or by less than 0, leaves nothing but the sign.
@R.function
def main(x: R.Tensor((5,), "int32"), n: R.Tensor((5,), "int32"), u: R.Tensor((4,), "uint8"), v: R.Tensor((4,), "uint8"), p: R.Tensor((2,), "bool"), q: R.Tensor((2,), "bool")):
    with R.dataflow():
        a = R.left_shift(x, n)
        b = R.right_shift(x, n)
        c = R.left_shift(u, v)
        d = R.right_shift(u, v)
        e = R.bitwise_and(x, n)
        f = R.bitwise_or(u, v)
        g = R.bitwise_xor(u, v)
        h = R.bitwise_not(x)
        i = R.bitwise_not(p)
        j = R.bitwise_xor(p, q)
        R.output(a, b, c, d, e, f, g, h, i, j)
    return (a, b, c, d, e, f, g, h, i, j)

#| ([24  0  0  0  0],
#|  [ 6 -1  0 -1  0],
#|  [ 24 128   0   0],
#|  [6 1 0 0],
#|  [ 0 24  0 -1  0],
#|  [ 13 255 136 201],
#|  [ 13 248 136 201],
#|  [-13   7  -2   0  -6],
#|  [ True False],
#|  [ True False])
