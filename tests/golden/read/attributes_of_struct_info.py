# test: fmt
@R.function
def main(x: R.Tensor((2, 3), "float16"), s: R.Shape(["n", 2]), p: R.Prim("int32"), u: R.Tensor):
    n = T.int64()
    a = R.zeros(x.struct_info.shape, x.struct_info.dtype)
    b = R.expand_dims(x, axis=x.struct_info.ndim)
    c = R.zeros(s.struct_info.values, dtype=p.struct_info.dtype)
    return (a, b, c)

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor((2, 3), dtype="float16"), s: R.Shape(["n", 2]), p: R.Prim("int32"), u: R.Tensor) -> R.Tuple(R.Tensor((2, 3), dtype="float16"), R.Tensor((2, 3, 1), dtype="float16"), R.Tensor(("n", 2), dtype="int32")):
#|     n = T.int64()
#|     a: R.Tensor((2, 3), dtype="float16") = R.zeros(R.shape([2, 3]), dtype="float16")
#|     b: R.Tensor((2, 3, 1), dtype="float16") = R.expand_dims(x, axis=[2])
#|     c: R.Tensor((n, 2), dtype="int32") = R.zeros(R.shape([n, 2]), dtype="int32")
#|     return (a, b, c)
