# test: fmt --verify-roundtrip
# What is returned inside of a dataflow block is bound behind it.
@R.function
def main(A: R.Tensor((16,), "float32")):
    with R.dataflow():
        B = R.add(A, A)
        return R.exp(B)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(A: R.Tensor((16,), dtype="float32")) -> R.Tensor((16,), dtype="float32"):
#|     with R.dataflow():
#|         B: R.Tensor((16,), dtype="float32") = R.add(A, A)
#|         R.output(B)
#|     gv: R.Tensor((16,), dtype="float32") = R.exp(B)
#|     return gv
