# test: fmt --dialect=tvm-0.26
# TVM 0.26 declares the symbolic dims of a nested function inside it; the parameters come before the result.
@R.function
def main(x: R.Tensor(("a", "b"), "float32")) -> R.Tensor(("b", "a"), "float32"):
    a = T.int64()
    b = T.int64()

    @R.function
    def inner(y: R.Tensor(("k", "a"), "float32")) -> R.Tensor(("k * 2", "a"), "float32"):
        z = R.concat((y, y), axis=0)
        return z

    w = inner(x)
    return R.permute_dims(x)

#| # from tvm.script import tirx as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(("a", "b"), dtype="float32")) -> R.Tensor(("b", "a"), dtype="float32"):
#|     a = T.int64()
#|     b = T.int64()
#|     # from tvm.script import tirx as T
#|     # from tvm.script import relax as R
#|     
#|     @R.function
#|     def inner(y: R.Tensor(("k", "a_1"), dtype="float32")) -> R.Tensor(("k * 2", "a_1"), dtype="float32"):
#|         k = T.int64()
#|         a_1 = T.int64()
#|         z: R.Tensor((k * 2, a_1), dtype="float32") = R.concat((y, y), axis=0)
#|         return z
#|
#|     w: R.Tensor((a * 2, b), dtype="float32") = inner(x)
#|     gv2: R.Tensor((b, a), dtype="float32") = R.permute_dims(x, axes=None)
#|     return gv2
