# test: opt --passes=EliminateCommonSubexpr --verify-roundtrip
# The text has no name for the empty tuple, so that nothing can stand for a second one.
@R.function(pure=False)
def main(x: R.Tensor((4,), "float32")):
    R.emit(R.print(x))
    b = R.emit(())
    a = b
    c = R.emit(R.add(x, x))
    d = R.emit(R.add(x, x))
    return d

#| # from tvm.script import relax as R
#|
#| @R.function(pure=False)
#| def main(x: R.Tensor((4,), dtype="float32")) -> R.Tensor((4,), dtype="float32"):
#|     R.print(x, format=R.str(""))
#|     R.tuple()
#|     R.tuple()
#|     R.tuple()
#|     R.tuple()
#|     gv5: R.Tensor((4,), dtype="float32") = R.add(x, x)
#|     c: R.Tensor((4,), dtype="float32") = gv5
#|     gv7: R.Tensor((4,), dtype="float32") = gv5
#|     d: R.Tensor((4,), dtype="float32") = gv5
#|     return d
