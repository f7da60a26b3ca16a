# test: fmt --verify-roundtrip
# What R.emit returns is used like any variable of void type.
@R.function(pure=False)
def main(x: R.Tensor((4,), "float32")):
    a = R.emit(R.print(x))
    R.emit(R.print(x))
    b = R.emit(())
    d = b
    c = R.emit(R.add(x, x))
    return c

#| # from tvm.script import relax as R
#|
#| @R.function(pure=False)
#| def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|     R.print(x, format=R.str(""))
#|     R.tuple()
#|     R.print(x, format=R.str(""))
#|     R.tuple()
#|     R.tuple()
#|     R.tuple()
#|     R.tuple()
#|     gv7: R.Tensor((4,), dtype="float32") = R.add(x, x)
#|     c: R.Tensor((4,), dtype="float32") = gv7
#|     return c
