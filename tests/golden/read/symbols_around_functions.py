# test: fmt
# A symbol that Python declares for several functions is a symbolic dim of each that mentions it.
from tvm import tir
from tvm.script import relax as R, tir as T

n = tir.Var("n", "int64")
batch, length = T.dynamic("batch, length")
k, l = T.int64(), tir.SizeVar("l", "int64")


@R.function
def main(x: R.Tensor((n, 4), "float32"), y: R.Tensor((batch, length), "float32"), z: R.Tensor(("n", l), "float32")):
    a: R.Tensor((n, 4), "float32") = R.add(x, x)
    b = R.match_cast(y, R.Tensor((batch, k), "float32"))
    return (a, b, z)


@R.function
def other(x: R.Tensor((n * 2, n), "float32")):
    return x

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(("n", 4), dtype="float32"), y: R.Tensor(("batch", "length"), dtype="float32"), z: R.Tensor(("n", "l"), dtype="float32")) -> R.Tuple(R.Tensor(("n", 4), dtype="float32"), R.Tensor(dtype="float32", ndim=2), R.Tensor(("n", "l"), dtype="float32")):
#|     n = T.int64()
#|     l = T.int64(is_size_var=True)
#|     batch = T.int64()
#|     length = T.int64()
#|     k = T.int64()
#|     a: R.Tensor((n, 4), dtype="float32") = R.add(x, x)
#|     b: R.Tensor((batch, k), dtype="float32") = R.match_cast(y, R.Tensor((batch, k), dtype="float32"))
#|     return (a, b, z)
#|
#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def other(x: R.Tensor(("n * 2", "n"), dtype="float32")) -> R.Tensor(("n * 2", "n"), dtype="float32"):
#|     n = T.int64()
#|     return x
