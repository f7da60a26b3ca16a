# test: fmt --tir-prefix=tir
# A dim in a string has the names of the header, too; another string does not.
@R.function
def main(x: R.Tensor(("m", "T.max(m, 20)"), "float32")) -> R.Object:
    R.func_attr({"text": "T.max"})
    return x

#| # from tvm.script import tir as tir
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(("m", "tir.max(m, 20)"), dtype="float32")) -> R.Tensor(("m", "tir.max(m, 20)"), dtype="float32"):
#|     m = tir.int64()
#|     R.func_attr({"text": "T.max"})
#|     return x
