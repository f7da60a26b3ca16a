# test: fmt
# A bool says that it is one: True alone is an integer where it is read.
@R.function
def main(x: R.Prim(value=T.bool(True))):
    a = R.prim_value(T.bool(False))
    b = R.prim_value(True)
    return (a, b)

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Prim(value=T.bool(True))) -> R.Tuple(R.Prim(value=T.bool(False)), R.Prim(value=1)):
#|     a: R.Prim(value=T.bool(False)) = R.prim_value(T.bool(False))
#|     b: R.Prim(value=1) = R.prim_value(1)
#|     return (a, b)
