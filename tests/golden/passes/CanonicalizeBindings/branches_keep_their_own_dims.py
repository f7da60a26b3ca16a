# test: opt --passes=CanonicalizeBindings
# A branch may know more of its value than the conditional says; then it is cast back at its end.
from tvm.script import ir as I, tir as T, relax as R

@R.function
def main(x: R.Tensor(("n",), "float32"), y: R.Tensor((4,), "float32"), c: R.Tensor((), "bool")):
    n = T.int64()
    if c:
        a = R.match_cast(y, R.Tensor((n,), "float32"))
        b = R.exp(a)
        z = b
    else:
        b = R.exp(x)
        z = b
    return z

#| # from tvm.script import tir as T
#| # from tvm.script import relax as R
#|
#| @R.function
#| def main(x: R.Tensor(("n",), dtype="float32"), y: R.Tensor((4,), dtype="float32"), c: R.Tensor((), dtype="bool")) -> R.Tensor(("n",), dtype="float32"):
#|     n = T.int64()
#|     if c:
#|         b: R.Tensor((4,), dtype="float32") = R.exp(y)
#|         then_branch_with_dyn: R.Tensor((n,), dtype="float32") = R.match_cast(b, R.Tensor((n,), dtype="float32"))
#|         z: R.Tensor((n,), dtype="float32") = then_branch_with_dyn
#|     else:
#|         b: R.Tensor((n,), dtype="float32") = R.exp(x)
#|         z: R.Tensor((n,), dtype="float32") = b
#|     return z
