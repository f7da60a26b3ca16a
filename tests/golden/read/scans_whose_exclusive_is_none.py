# test: fmt --verify-roundtrip
# None is False.
@R.function
def main(x: R.Tensor((2, 3), "float32")):
    a = R.cumsum(x, axis=1, dtype="void", exclusive=None)
    b = R.cumprod(x, axis=1, exclusive=None)
    c = R.cumsum(x, axis=1)
    return (a, b, c)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 3), dtype="float32")) -> R.Tuple(R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32"), R.Tensor((2, 3), dtype="float32")):
#|     a: R.Tensor((2, 3), dtype="float32") = R.cumsum(x, axis=1, dtype="void", exclusive=False)
#|     b: R.Tensor((2, 3), dtype="float32") = R.cumprod(x, axis=1, dtype="void", exclusive=False)
#|     c: R.Tensor((2, 3), dtype="float32") = R.cumsum(x, axis=1, dtype="void", exclusive=False)
#|     return (a, b, c)
