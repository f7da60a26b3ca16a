# test: fmt --dialect=tvm-0.26 --verify-roundtrip
# Numbers in place are primitive values.
@R.function(pure=False)
def main(x: R.Tensor((2,), "float32"), n: R.Prim("int64")):
    R.print(x, R.prim_value(1), (x, n, R.prim_value(T.float64(2.5))), format="{} {} {}")
    R.print(x, 1)
    return x

#| # from tvm.script import tirx as T
#| # from tvm.script import relax as R
#|
#| @R.function(pure=False)
#| def main(x: R.Tensor((2,), dtype="float32"), n: T.int64) -> R.Tensor((2,), dtype="float32"):
#|     R.print(x, 1, (x, n, T.float64(2.5)), format=R.str("{} {} {}"))
#|     R.print(x, 1, format=R.str(""))
#|     return x
