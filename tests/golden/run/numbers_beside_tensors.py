# test: run main(x=3xi64=[1 5 7], u=3xu64=[18446744073709551615 9223372036854775808 3], f=3xf32=[0.5 nan 2])
# A number stands for a tensor of its dtype.
@R.function
def main(x: R.Tensor((3,), "int64"), u: R.Tensor((3,), "uint64"), f: R.Tensor((3,), "float32")):
    a = R.add(x, R.prim_value(5))
    b = R.equal(R.prim_value(7), x)
    c = R.greater(u, R.prim_value(T.uint64(9223372036854775807)))
    d = R.maximum(f, R.prim_value(T.float32(1.5)))
    return (a, b, c, d)

#| ([ 6 10 12],
#|  [False False  True],
#|  [ True  True False],
#|  [1.5 1.5 2. ])
