# test: fmt
# Tuples, fields and unpacking.
@R.function
def main(t: R.Tuple(R.Tensor((2,), "float32"), R.Tensor((3,), "float32"))):
    a, b = t
    u = (b, (a,))
    return (u, a)

#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(t: R.Tuple(R.Tensor((2,), dtype="float32"), R.Tensor((3,), dtype="float32"))) -> R.Tuple(R.Tuple(R.Tensor((3,), dtype="float32"), R.Tuple(R.Tensor((2,), dtype="float32"))), R.Tensor((2,), dtype="float32")):
#|     a: R.Tensor((2,), dtype="float32") = t[0]
#|     b: R.Tensor((3,), dtype="float32") = t[1]
#|     u: R.Tuple(R.Tensor((3,), dtype="float32"), R.Tuple(R.Tensor((2,), dtype="float32"))) = b, (a,)
#|     return (u, a)
