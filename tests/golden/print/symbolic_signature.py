# test: fmt
# Symbols of the signature are strings there and declared in the body.
@R.function
def main(x: R.Tensor(("n", 4), "float32"), y: R.Tensor(("n * 2", 4), "float32")):
    z = R.concat((x, y), axis=0)
    return z

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(("n", 4), dtype="float32"), y: R.Tensor(("n * 2", 4), dtype="float32")) -> R.Tensor(("n + n * 2", 4), dtype="float32"):
#|     n = T.int64()
#|     z: R.Tensor((n + n * 2, 4), dtype="float32") = R.concat((x, y), axis=0)
#|     return z
