# test: fmt --verify-roundtrip
@I.ir_module
class Module:
    @R.function
    def main(arg: R.Prim(value="h"), x: R.Tensor(("n",), "float32"), i: R.Prim(value="k")):
        h = T.float32()
        k = T.int32()
        n = T.int64()
        y = R.full((n,), R.const(1.0), dtype="float32")
        return (R.prim_value(2 * h), R.prim_value(k + 1), y)

    @R.function
    def other(x: R.Tensor(("m", "n"), "float32"), arg: R.Prim(value="h")):
        h = T.float16()
        return arg

#| # from tvm.script import ir as I
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @I.ir_module
#| class Module:
#|     @R.function
#|     def other(x: R.Tensor(("m", "n"), dtype="float32"), arg: R.Prim(value="h")) -> R.Prim(value="h"):
#|         h = T.float16()
#|         m = T.int64()
#|         n = T.int64()
#|         return arg
#|
#|     @R.function
#|     def main(arg: R.Prim(value="h"), x: R.Tensor(("n",), dtype="float32"), i: R.Prim(value="k")) -> R.Tuple(R.Prim(value="T.float32(2.0) * h"), R.Prim(value="k + 1"), R.Tensor(("n",), dtype="float32")):
#|         h = T.float32()
#|         k = T.int32()
#|         n = T.int64()
#|         y: R.Tensor((n,), dtype="float32") = R.full(R.shape([n]), R.const(1.0, "float32"), dtype="float32")
#|         return (R.prim_value(T.float32(2.0) * h), R.prim_value(k + 1), y)
