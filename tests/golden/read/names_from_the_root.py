# test: fmt
# `tvm` is a predefined name, too.
@R.function
def main(x: R.Tensor((16, 16), "float32"), s: R.Shape(["k"])):
    k = tvm.tir.Var("k", "int64")
    a = tvm.relax.op.strided_slice(x, [0], [k], [tvm.tir.max_value("int64")])
    b = R.prim_value(tvm.tir.IntImm("int64", 1))
    c = R.add(x, tvm.relax.const(1.0))
    return c

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((16, 16), dtype="float32"), s: R.Shape(["k"])) -> R.Tensor((16, 16), dtype="float32"):
#|     k = T.int64()
#|     a: R.Tensor((T.max(16 - k, 0), 16), dtype="float32") = R.strided_slice(x, (R.prim_value(0),), (R.prim_value(k),), (R.prim_value(9223372036854775807),), assume_inbound=False)
#|     b: R.Prim(value=1) = R.prim_value(1)
#|     c: R.Tensor((16, 16), dtype="float32") = R.add(x, R.const(1.0, "float32"))
#|     return c
