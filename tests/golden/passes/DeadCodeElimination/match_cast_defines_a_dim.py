# test: opt --passes=DeadCodeElimination
# A cast stays while a dim that it defines is used in a type.
@R.function
def main(x: R.Tensor(ndim=1, dtype="float32"), y: R.Tensor(ndim=1, dtype="float32")):
    n = T.int64()
    a = R.match_cast(x, R.Tensor((n,), "float32"))
    b: R.Tensor((n,), "float32") = R.add(y, y)
    return b

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(dtype="float32", ndim=1), y: R.Tensor(dtype="float32", ndim=1)) -> R.Tensor(dtype="float32", ndim=1):
#|     n = T.int64()
#|     a: R.Tensor((n,), dtype="float32") = R.match_cast(x, R.Tensor((n,), dtype="float32"))
#|     b: R.Tensor((n,), dtype="float32") = R.add(y, y)
#|     return b
