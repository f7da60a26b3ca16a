# test: fmt
# Temporaries are numbered as TVM does it.
@R.function
def main(x: R.Tensor((2,), "float32")):
    b = R.multiply(R.add(x, x), x)
    c = R.add(R.add(b, b), R.multiply(b, x))
    return c

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2,), dtype="float32")) -> R.Tensor((2,), dtype="float32"):
#|     gv: R.Tensor((2,), dtype="float32") = R.add(x, x)
#|     b: R.Tensor((2,), dtype="float32") = R.multiply(gv, x)
#|     gv2: R.Tensor((2,), dtype="float32") = R.add(b, b)
#|     gv3: R.Tensor((2,), dtype="float32") = R.multiply(b, x)
#|     c: R.Tensor((2,), dtype="float32") = R.add(gv2, gv3)
#|     return c
