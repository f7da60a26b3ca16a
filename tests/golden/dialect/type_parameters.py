# test: fmt
# def f[m, n](...) declares the dims of the signature (PEP 695).
@R.function
def main[m, n: int](x: R.Tensor((m, n * 2), "float32"), s: R.Shape([n])) -> R.Tensor((m, n * 2), "float32"):
    y: R.Tensor((m, n * 2), "float32") = R.add(x, x)
    return y

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(("m", "n * 2"), dtype="float32"), s: R.Shape(["n"])) -> R.Tensor(("m", "n * 2"), dtype="float32"):
#|     m = T.int64()
#|     n = T.int64()
#|     y: R.Tensor((m, n * 2), dtype="float32") = R.add(x, x)
#|     return y
