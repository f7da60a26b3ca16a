# test: fmt
@R.function
def main(x: R.Tensor((2, 3), "float32"), t: R.Tuple(R.Tensor((2, 3), "float32"), R.Tensor((2, 3), "float32"))):
    pair = [x, R.multiply(x, x)]
    a = R.add(*pair)
    b = R.add(*t)
    c = R.concat([*pair, x, *(a, b), *t], axis=0)
    d = R.call_pure_packed("f", *pair, 1, *(), sinfo_args=R.Tensor)
    dims = [2, 3]
    e = R.zeros([*dims, 1], "float32")
    return c

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 3), dtype="float32"), t: R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32"))) -> R.Tensor((14, 3), dtype="float32"):
#|     gv: R.Tensor((2, 3), dtype="float32") = R.multiply(x, x)
#|     a: R.Tensor((2, 3), dtype="float32") = R.add(x, gv)
#|     gv2: R.Tensor((2, 3), dtype="float32") = t[0]
#|     gv3: R.Tensor((2, 3), dtype="float32") = t[1]
#|     b: R.Tensor((2, 3), dtype="float32") = R.add(gv2, gv3)
#|     gv5: R.Tensor((2, 3), dtype="float32") = t[0]
#|     gv6: R.Tensor((2, 3), dtype="float32") = t[1]
#|     c: R.Tensor((14, 3), dtype="float32") = R.concat((x, gv, x, a, b, gv5, gv6), axis=0)
#|     d: R.Tensor = R.call_pure_packed("f", x, gv, R.prim_value(1), sinfo_args=(R.Tensor,))
#|     e: R.Tensor((2, 3, 1), dtype="float32") = R.zeros(R.shape([2, 3, 1]), dtype="float32")
#|     return c
